import type { MessageKey } from './en.ts';
import type { Translate } from './translator.ts';

/** `4:05` or `1:04:05`; whole seconds, never negative. */
export function formatTime(seconds: number): string {
  const total = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const pad = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(total / 3600), Math.floor(total / 60) % 60];
  const tail = `${hours > 0 ? pad(minutes) : minutes}:${pad(total % 60)}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
}

/** ISO 8601 duration, e.g. `PT1H4M5S`: for the `datetime` attribute and schema.org. */
export function isoDuration(seconds: number): string {
  const total = Math.max(0, Math.round(seconds));
  return `PT${Math.floor(total / 3600)}H${Math.floor(total / 60) % 60}M${total % 60}S`;
}

/**
 * `1 minute 5 seconds`, in the words of the catalogue: for what reads the screen aloud. Not by `Intl.NumberFormat`,
 * which takes longer to make than all the rest of a player: a page may hold fifty.
 */
export function spokenTime(seconds: number, t: Translate<MessageKey>): string {
  const total = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const parts = [
    [Math.floor(total / 3600), 'one_hour', 'hours'],
    [Math.floor(total / 60) % 60, 'one_minute', 'minutes'],
    [total % 60, 'one_second', 'seconds'],
  ] as const;
  return parts
    .filter(([count], index) => count > 0 || (index === 2 && total === 0))
    .map(([count, one, many]) => t(count === 1 ? one : many, { count }))
    .join(' ');
}
