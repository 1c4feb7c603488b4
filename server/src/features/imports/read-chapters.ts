import { clockSeconds } from '../../platform/podcasting/clock-seconds.ts';
import { plainLine } from '../../platform/text/plain-line.ts';
import { webAddress } from '../../platform/text/web-address.ts';
import { withoutCredentials } from '../../platform/text/without-credentials.ts';
import type { FeedChapter } from './feed.ts';

const MAX_CHAPTERS = 1000;
const TITLE_MAX = 300;
const SECONDS_MAX = 604_800; // a week

/**
 * Reads JSON chapters of Podcasting 2.0, version 1.2, or the list of Podlove's player. Times may be texts, also with
 * colons.
 * @throws Error if the JSON is something else.
 */
export function readJsonChapters(bytes: Buffer): FeedChapter[] {
  const json = parseJson(bytes) as { chapters?: unknown } | null;
  const chapters = Array.isArray(json) ? json : json?.chapters;
  if (!Array.isArray(chapters)) throw new Error('the file has no list of chapters');
  return chapters.filter(isObject).map((chapter) =>
    toChapter({
      start: chapter.startTime ?? chapter.start,
      title: chapter.title,
      url: chapter.url ?? chapter.href,
      image: chapter.img ?? chapter.image,
      toc: chapter.toc,
    }),
  );
}

/** @throws Error */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)); // without a byte-order mark
  } catch {
    throw new Error('the file is not valid JSON');
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** A chapter as files and feeds write it, without credentials. A start that is not a time becomes NaN. */
export function toChapter({ start, title, url, image, toc }: Record<string, unknown>): FeedChapter {
  const text = (value: unknown) =>
    typeof value === 'string' ? withoutCredentials(value) : undefined;
  const seconds = typeof start === 'number' ? start : clockSeconds(text(start) ?? '');
  return {
    starts_at: Math.round((seconds ?? Number.NaN) * 1000) / 1000,
    title: plainLine(text(title), TITLE_MAX),
    url: webAddress(text(url) ?? ''),
    image_url: webAddress(text(image) ?? ''),
    toc: !/^(false|no|0)$/i.test(String(toc ?? '')),
  };
}

/**
 * The chapters that can be played, in the order of time, and what was left out.
 * @param duration of the audio in seconds; null if unknown
 */
export function playableChapters(
  chapters: readonly FeedChapter[],
  duration: number | null,
): { kept: FeedChapter[]; problems: string[] } {
  const end = duration || SECONDS_MAX;
  const count = (isLeftOut: (chapter: FeedChapter) => boolean, why: string) => {
    const found = chapters.filter(isLeftOut).length;
    return found > 0 ? [`${found === 1 ? 'a chapter' : `${found} chapters`} ${why}`] : [];
  };
  const isTimed = ({ starts_at }: FeedChapter) => starts_at >= 0;
  const isInside = ({ starts_at }: FeedChapter) => starts_at < end;
  const timed = chapters.filter((chapter) => isTimed(chapter) && isInside(chapter));
  const byStart = new Map(timed.map((chapter) => [chapter.starts_at, chapter]));
  const kept = [...byStart.values()].sort((a, b) => a.starts_at - b.starts_at);
  const twins = timed.length - byStart.size;
  return {
    kept: kept.slice(0, MAX_CHAPTERS),
    problems: [
      ...count((chapter) => !isTimed(chapter), 'without a readable time'),
      ...count(
        (chapter) => isTimed(chapter) && !isInside(chapter),
        `after the end of the audio (${Math.floor(end)} s)`,
      ),
      ...(twins > 0 ? [`${twins} with the same time as another`] : []),
      ...(kept.length > MAX_CHAPTERS ? [`${kept.length - MAX_CHAPTERS} of more than 1,000`] : []),
    ],
  };
}

export const chapterNote = (problem: string): string => `its chapters: ${problem} left out`;
