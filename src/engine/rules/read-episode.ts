import type { Chapter, Episode, Segment } from '../../contract/episodes.ts';
import { EPISODE_UNAVAILABLE_MESSAGE, ReasonError } from '../../contract/reason-error.ts';

/**
 * Turns an API's answer into an episode on which every rule can rely: numbers are finite, lists are lists, chapters
 * are in order and within the episode, and texts are texts. Values that cannot be repaired are dropped.
 * @throws ReasonError `EPISODE_UNAVAILABLE` if the answer is not an episode.
 */
export function readEpisode(value: unknown): Episode {
  const given = value as Partial<Episode> | null | undefined;
  if (!given || typeof given !== 'object' || !isId(given.episode_id)) {
    throw new ReasonError('EPISODE_UNAVAILABLE', EPISODE_UNAVAILABLE_MESSAGE);
  }
  const duration = seconds(given.duration);
  const { segments, ...rest } = given;
  return {
    ...(rest as Episode),
    ...eachOf(TEXTS, (name) => text(given[name])),
    ...eachOf(TEXTS_OR_NULL, (name) => text(given[name]) || null),
    duration,
    chapters: readChapters(given.chapters, duration),
    ...(given.count_unread_msg === undefined
      ? {}
      : { count_unread_msg: Math.trunc(seconds(given.count_unread_msg)) }),
    midrolls: list(given.midrolls).filter((at) => Number.isFinite(at) && at >= 0),
    ...(Array.isArray(segments) ? { segments: segments.filter(isObject).map(readSegment) } : {}),
  };
}

const TEXTS = ['title', 'show_title', 'site_url', 'api_url', 'http_url', 'mime_type'] as const;
const TEXTS_OR_NULL = ['playback_url', 'image_url', 'image_original_url', 'download_url'] as const;

function eachOf<Name extends string, Value>(names: readonly Name[], read: (name: Name) => Value) {
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, Value>;
}

function readSegment(segment: Segment): Segment {
  const starts_at = seconds(segment.starts_at);
  const length = seconds(segment.duration);
  // A missing end is the start plus the length. A wrong end drops the segment from the timeline.
  const end = segment.ends_at == null ? starts_at + length : number(segment.ends_at);
  const ends_at = Number.isFinite(end) ? end : 0;
  return {
    ...segment,
    http_url: text(segment.http_url),
    duration: length,
    duration_reliable: segment.duration_reliable === true,
    starts_at,
    ends_at,
  };
}

/** Each chapter ends when the next one starts. The last one has no end. */
export function readChapters(chapters: unknown, duration: number): Chapter[] {
  const isWithin = ({ starts_at }: Chapter) =>
    Number.isFinite(starts_at) && starts_at >= 0 && (duration === 0 || starts_at < duration);
  const sorted = list(chapters as Chapter[])
    .filter(isObject)
    .filter(isWithin)
    .sort((a, b) => a.starts_at - b.starts_at);
  return sorted.map((chapter, index) => ({
    ...chapter,
    title: text(chapter.title),
    ends_at: sorted[index + 1]?.starts_at ?? null,
  }));
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const list = <Item>(value: readonly Item[] | null | undefined): Item[] =>
  Array.isArray(value) ? [...value] : [];
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
/** `Number(object)` would run the object's `toString`, which may be anything. */
const number = (value: unknown): number => (isObject(value) ? Number.NaN : Number(value));
const seconds = (value: unknown): number => {
  const given = number(value);
  return Number.isFinite(given) && given > 0 ? given : 0;
};
