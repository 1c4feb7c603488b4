import { type Language, resolveLanguage } from 'earshot/internal';
import type { FastifyRequest } from 'fastify';

/** The language that the client asks for with `culture`, or else the one that the reader prefers. */
export function languageOf({ culture, headers }: FastifyRequest): Language {
  return resolveLanguage(culture ?? headers['accept-language']);
}
