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

/** `1 minute 5 seconds`, in the words of the language: for what reads the screen aloud. */
export function spokenTime(seconds: number, language: string): string {
  const total = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const parts = [
    [Math.floor(total / 3600), 'hour'],
    [Math.floor(total / 60) % 60, 'minute'],
    [total % 60, 'second'],
  ] as const;
  const told = parts.filter(([value], index) => value > 0 || (index === 2 && total === 0));
  return told.map(([value, unit]) => unitFormat(language, unit).format(value)).join(' ');
}

/** A formatter is slow to make, and a progress bar asks for one many times a second. */
const formats = new Map<string, Intl.NumberFormat>();

function unitFormat(language: string, unit: string): Intl.NumberFormat {
  const key = `${language} ${unit}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  formats.set(key, format);
  return format;
}
