import type { MessageKey } from './messages.ts';
import type { Translate } from './translator.ts';

/** `4:05` or `1:04:05`; whole seconds, never negative. */
export function formatTime(seconds: number): string {
  const total = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const pad = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(total / 3600), Math.floor(total / 60) % 60];
  const tail = `${hours > 0 ? pad(minutes) : minutes}:${pad(total % 60)}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
}

/** `2 h 55 min`. Whole minutes, because seconds are not useful for planning. Less than a minute counts as one. */
export function formatLength(seconds: number, t: Translate<MessageKey>): string {
  const total = Math.max(1, Math.round(seconds / 60));
  const [hours, minutes] = [Math.floor(total / 60), total % 60];
  const words = [
    hours > 0 && t('length_hours', { hours }),
    (minutes > 0 || hours === 0) && t('length_minutes', { minutes }),
  ];
  return words.filter(Boolean).join(' ');
}

/** ISO 8601 duration in whole seconds, e.g. `PT1H5S`: for the `datetime` attribute and schema.org. */
export function isoDuration(seconds: number): string {
  const total = Number.isFinite(seconds) ? Math.max(0, Math.round(seconds)) : 0;
  const [hours, minutes, rest] = [
    Math.floor(total / 3600),
    Math.floor(total / 60) % 60,
    total % 60,
  ];
  const text = `${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${rest ? `${rest}S` : ''}`;
  return `PT${text || '0S'}`;
}

/**
 * `1 minute 5 seconds` in the words of the catalogue, for screen readers. `Intl.NumberFormat` has these words, but
 * takes longer to create than the rest of a player, and a page may contain fifty players.
 */
export function spokenTime(seconds: number, t: Translate<MessageKey>): string {
  const total = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const parts = [
    [Math.floor(total / 3600), 'hours'],
    [Math.floor(total / 60) % 60, 'minutes'],
    [total % 60, 'seconds'],
  ] as const;
  return parts
    .filter(([count], index) => count > 0 || (index === 2 && total === 0))
    .map(([count, unit]) => t(unit, { count }))
    .join(' ');
}
