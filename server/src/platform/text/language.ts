import { invalid } from '../http/refusal.ts';

/**
 * A language in BCP 47 notation: `it-it` becomes `it-IT`.
 * @throws AppError INVALID_REQUEST
 */
export function readLanguage(text: string): string {
  const language = canonicalLanguage(text);
  if (language === null) throw invalid('language', 'language');
  return language;
}

/** The same for a text from another host. Null if it names no language. */
export function canonicalLanguage(text: string): string | null {
  try {
    const tag = text.trim().replaceAll('_', '-');
    // Longer words are well-formed, but no language has such a code (ISO 639): `english`.
    return /^[a-z]{2,3}(?![a-z])/i.test(tag) ? (Intl.getCanonicalLocales(tag)[0] ?? null) : null;
  } catch {
    return null; // a RangeError for a malformed tag
  }
}
