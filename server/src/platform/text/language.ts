import { invalid } from '../http/read-json.ts';

/**
 * A language as BCP 47 writes it: `it-it` becomes `it-IT`.
 * @throws AppError INVALID_REQUEST
 */
export function readLanguage(text: string): string {
  const language = canonicalLanguage(text);
  if (language === null) throw invalid('language: must be a language such as en or it-IT');
  return language;
}

/** The same for a text that nobody here has written. Null if it names no language. */
export function canonicalLanguage(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text.trim().replaceAll('_', '-'))[0] ?? null;
  } catch {
    return null; // a RangeError for a malformed tag
  }
}
