const UNITS = ['megabyte', 'gigabyte', 'terabyte'] as const;

/** A limit in its usual form: `2 GB`. Limits are set in megabytes of a million bytes. */
export function bytesInWords(bytes: number, locale: string): string {
  const megabytes = bytes / 1e6;
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(megabytes) / 3)));
  const unit = UNITS[step] ?? 'megabyte';
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(
    megabytes / 1000 ** step,
  );
}
