import type { Chapter } from '../../contract/episodes.ts';

/** Each chapter ends just before the next starts; the last has no end (spec section 3). */
export function chapterAt(chapters: readonly Chapter[], seconds: number): Chapter | null {
  return chapters.findLast((chapter) => chapter.starts_at <= seconds) ?? null;
}
