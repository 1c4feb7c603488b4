import { cleanLine } from '../../platform/text/clean-text.ts';
import { type FeedChapter, webAddress } from './parse-feed.ts';

const MAX_CHAPTERS = 1000;

/**
 * Podcasting 2.0, JSON chapters 1.2. Chapters with `toc: false` are silent ones.
 * @throws TypeError where it is something else.
 */
export function readJsonChapters(json: unknown): FeedChapter[] {
  const { chapters } = json as { chapters: Record<string, unknown>[] };
  return chapters
    .filter(({ startTime, toc }) => isSecond(startTime) && toc !== false)
    .slice(0, MAX_CHAPTERS)
    .map(({ startTime, title, url, img }) => ({
      starts_at: Number(startTime),
      title: cleanLine(String(title ?? '')),
      url: webAddress(String(url ?? '')),
      image_url: webAddress(String(img ?? '')),
    }));
}

const isSecond = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;
