import { formatTime } from 'earshot/react';

/** Seconds of a typed time: `1:02:03`, `62` or `62.5`. Null if it is invalid. */
export function readClock(text: string): number | null {
  const parts = text.trim().replace(',', '.').split(':');
  if (parts.length > 3 || !parts.every((part) => /^\d+(\.\d+)?$/.test(part))) return null;
  return parts.reduce((total, part) => total * 60 + Number(part), 0);
}

/** A time in its typed form, to the millisecond. Decimals are written only if there are any. */
export function writeClock(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const decimals = String(ms % 1000)
    .padStart(3, '0')
    .replace(/0+$/, '');
  return formatTime(ms / 1000) + (decimals ? `.${decimals}` : '');
}
