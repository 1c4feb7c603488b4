import type { Chapter } from '../contract/episodes.ts';
import { formatTime } from '../i18n/time.ts';

/** What a row of a list shows of a chapter. */
export function ChapterRow({ starts_at, title }: Chapter) {
  return (
    <>
      <span className="es-time">{formatTime(starts_at)}</span>
      <span className="es-row-title" dir="auto">
        {title}
      </span>
    </>
  );
}
