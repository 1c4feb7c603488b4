import type { Chapter } from './episodes.ts';

/** A chapter in its author's form. */
export interface AuthoredChapter extends Chapter {
  /** False for one that only changes the picture: lists of chapters omit it. */
  toc: boolean;
}
