import type { FastifyInstance } from 'fastify';
import { REQUEST_ID } from './request-id.ts';

/** The headers of any answer that scripts of other origins may read. */
export const EXPOSED = [
  'Content-Range',
  'ETag',
  'Accept-Ranges',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Idempotency-Replayed',
  'X-Request-Id',
];

/** Of every answer: the id of its request, so that a person can find its lines in the log, and the rights of scripts. */
export const openHeaders = (id: string) => ({
  [REQUEST_ID]: id,
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED.join(', '),
});

/** Comes before all that may refuse a request. */
export function openAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', ({ id }, reply, done) => {
    reply.headers(openHeaders(id));
    done();
  });
}
