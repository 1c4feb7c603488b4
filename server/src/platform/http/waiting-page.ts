import { directionOf, escapeHtml } from 'earshot/internal';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { type ServerTexts, textIn } from '../../i18n/texts.ts';
import { languageOf } from './request-language.ts';

const REFRESH_S = 2;

/** Options of a page that waits for the sample shows: their episodes would not be found. */
export function afterSamples({ areSamplesLoading }: { areSamplesLoading?: () => boolean }): {
  onRequest: onRequestHookHandler;
} {
  return {
    onRequest(request, reply, done) {
      if (!areSamplesLoading?.()) return done();
      sendWaitingPage(request, reply, 'samples');
    },
  };
}

/** Says in the reader's language that a part of the host is not ready yet. The page refreshes itself. */
export function sendWaitingPage(
  request: FastifyRequest,
  reply: FastifyReply,
  part: keyof ServerTexts['waiting'],
): FastifyReply {
  const language = languageOf(request);
  const text = escapeHtml(textIn(language, 'waiting', part));
  return reply
    .code(503)
    .headers({ 'Cache-Control': 'no-store', 'Retry-After': String(REFRESH_S) })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">` +
        `<meta name="viewport" content="width=device-width,initial-scale=1">` +
        `<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">` +
        `<meta http-equiv="refresh" content="${REFRESH_S}">` +
        `<title>${text}</title></head><body><p>${text}</p></body></html>`,
    );
}
