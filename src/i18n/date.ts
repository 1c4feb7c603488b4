const formats = new Map<string, Intl.DateTimeFormat>();

/** The forms for languages whose countries write dates in different ways. */
const LOCALES: Readonly<Record<string, string>> = { en: 'en-GB', ar: 'ar-u-nu-latn' };

/** `3 Mar 2026` in the form of the language. Every machine shows the same day, so that a server can render it. */
export function formatDate(iso: string, language: string): string {
  const format =
    formats.get(language) ??
    new Intl.DateTimeFormat(LOCALES[language] ?? language, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    });
  formats.set(language, format);
  return format.format(new Date(iso));
}
