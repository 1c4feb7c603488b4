import { type Language, resolveLanguage } from 'earshot/internal';
import type { FastifyRequest } from 'fastify';

/** The cookie with the language that the reader has chosen on the site. */
export const LANGUAGE_COOKIE = 'language';

type Cookies = Partial<Record<string, string>> | undefined;

/** The requested `culture`, else the language that the reader has chosen, else the browser's preferred language. */
export function languageOf({ culture, cookies, headers, server }: FastifyRequest): Language {
  // A request can fail before its cookies are parsed, and a server that only reports its health parses none.
  const read: Cookies = cookies ?? server.parseCookie?.(headers.cookie ?? '');
  const chosen = read?.[LANGUAGE_COOKIE];
  return resolveLanguage(culture ?? chosen ?? headers['accept-language']);
}
