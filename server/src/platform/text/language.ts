import { invalid } from '../http/read-json.ts';

/**
 * A language as BCP 47 writes it: `it-it` becomes `it-IT`.
 * @throws AppError INVALID_REQUEST
 */
export function readLanguage(text: string): string {
  try {
    const [language] = Intl.getCanonicalLocales(text.trim().replaceAll('_', '-'));
    if (language) return language;
  } catch {
    // a RangeError for a malformed tag
  }
  throw invalid('language: must be a language such as en or it-IT');
}
