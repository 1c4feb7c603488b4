import type { Chapter } from '../../contract/episodes.ts';

/** Each chapter ends when the next one starts. The last one has no end. */
export function chapterAt(chapters: readonly Chapter[], seconds: number): Chapter | null {
  return chapters.findLast((chapter) => chapter.starts_at <= seconds) ?? null;
}
