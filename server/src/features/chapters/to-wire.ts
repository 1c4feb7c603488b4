import type { AuthoredChapter } from 'earshot/contract';
import { toChapters } from '../episodes/episodes.ts';
import type { ChapterRow } from './repository.ts';

export function toAuthored(rows: readonly ChapterRow[]): AuthoredChapter[] {
  return toChapters(rows).map((chapter, index) => ({ ...chapter, toc: rows[index]?.toc ?? true }));
}

export interface ChapteredEpisode {
  title: string;
  show_title: string;
  chapters: readonly ChapterRow[];
}

/** The JSON chapters of Podcasting 2.0, version 1.2. */
export function toDocument({ title, show_title, chapters }: ChapteredEpisode) {
  return {
    version: '1.2.0',
    title,
    podcastName: show_title,
    chapters: chapters.map((chapter) => ({
      startTime: chapter.starts_at,
      ...(chapter.title === '' ? {} : { title: chapter.title }),
      ...(chapter.image_url === null ? {} : { img: chapter.image_url }),
      ...(chapter.url === null ? {} : { url: chapter.url }),
      ...(chapter.toc ? {} : { toc: false }),
    })),
  };
}
