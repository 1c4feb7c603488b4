import { type Language, resolveLanguage } from 'earshot/internal';
import type { FastifyRequest } from 'fastify';

/** The cookie with the language that the reader has chosen on the site. */
export const LANGUAGE_COOKIE = 'language';

/** The requested `culture`, else the language that the reader has chosen, else the browser's preferred language. */
export function languageOf({ culture, cookies, headers }: FastifyRequest): Language {
  // A request can fail before its cookies are parsed.
  const chosen = (cookies as Partial<Record<string, string>> | undefined)?.[LANGUAGE_COOKIE];
  return resolveLanguage(culture ?? chosen ?? headers['accept-language']);
}
