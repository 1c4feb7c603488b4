import type { Chapter } from '../contract/episodes.ts';
import { formatTime } from '../i18n/time.ts';
import { usePlayerState } from './player-context.tsx';

/** The row of a chapter in a list. */
export function ChapterRow({ starts_at, title }: Chapter) {
  const language = usePlayerState(({ episode }) => episode?.show_language);
  return (
    <>
      <span className="es-time">{formatTime(starts_at)}</span>
      <span className="es-row-title" dir="auto" lang={language}>
        {title}
      </span>
    </>
  );
}
