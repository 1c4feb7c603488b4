import type { Chapter } from './episodes.ts';

/** A chapter as its author writes it. */
export interface AuthoredChapter extends Chapter {
  /** False for one that only changes the picture: lists of chapters leave it out. */
  toc: boolean;
}

/** Chapters in the API, under `API_URL`. */
export const CHAPTER_API_ROUTES = {
  episode_chapters: '/episode/{episode_id}/chapters',
} as const;
