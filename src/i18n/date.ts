const formats = new Map<string, Intl.DateTimeFormat>();

/** `3 Mar 2026` as the language writes it. Every machine shows the same day, so that a server can render it. */
export function formatDate(iso: string, language: string): string {
  const format =
    formats.get(language) ??
    new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  formats.set(language, format);
  return format.format(new Date(iso));
}
