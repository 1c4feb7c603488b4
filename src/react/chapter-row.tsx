import type { Chapter } from '../contract/episodes.ts';
import { formatTime } from '../i18n/time.ts';
import { usePlayerState, useTranslate } from './player-context.tsx';

/** The row of a chapter in a list. A chapter without a title has its number. */
export function ChapterRow({ starts_at, title, number }: Chapter & { number: number }) {
  const t = useTranslate();
  const language = usePlayerState(({ episode }) => episode?.show_language);
  return (
    <>
      <span className="es-time">{formatTime(starts_at)}</span>
      <span className="es-row-title" dir="auto" lang={language}>
        {title || t('chapter', { number })}
      </span>
    </>
  );
}
