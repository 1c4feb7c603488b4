import { type Language, resolveLanguage } from 'earshot/internal';
import type { FastifyRequest } from 'fastify';

/** The cookie of a reader who has chosen a language on the site. */
export const LANGUAGE_COOKIE = 'language';

/** The language that the client asks for with `culture`, else the one that the reader has chosen, else the one that he prefers. */
export function languageOf({ culture, cookies, headers }: FastifyRequest): Language {
  // A request without cookies can fail before anybody has looked for them.
  const chosen = (cookies as Partial<Record<string, string>> | undefined)?.[LANGUAGE_COOKIE];
  return resolveLanguage(culture ?? chosen ?? headers['accept-language']);
}
