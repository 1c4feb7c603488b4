import type { Chapter } from '../contract/episodes.ts';
import { formatTime } from '../i18n/time.ts';
import { usePlayerState, useTranslate } from './player-context.tsx';

/** Names the chapters of a list: the title, or the number of a chapter without one. */
export function useChapterName() {
  const t = useTranslate();
  return ({ title }: Chapter, index: number): string =>
    title || t('chapter_number', { number: index + 1 });
}

/** The row of a chapter in a list. */
export function ChapterRow({ chapter, index }: { chapter: Chapter; index: number }) {
  const language = usePlayerState(({ episode }) => episode?.show_language);
  const nameOf = useChapterName();
  return (
    <>
      <span className="es-time">{formatTime(chapter.starts_at)}</span>
      <span className="es-row-title" dir="auto" lang={chapter.title ? language : undefined}>
        {nameOf(chapter, index)}
      </span>
    </>
  );
}
