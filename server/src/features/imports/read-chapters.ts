import { cleanLine } from '../../platform/text/clean-text.ts';
import { webAddress } from '../../platform/text/web-address.ts';
import type { FeedChapter } from './feed.ts';

export const MAX_CHAPTERS = 1000;

/**
 * Reads JSON chapters of Podcasting 2.0, version 1.2. Those with `toc: false` are left out: they only change the
 * picture.
 * @throws TypeError if the JSON is something else.
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
