import type { FastifyInstance } from 'fastify';
import { redactUrl } from './redact-url.ts';

const SLOW_REQUEST_MS = 1_000;

/** Logs one line for each request at the level debug, and at info only slow and failed requests. */
export function logRequests(app: FastifyInstance, slowMs: number = SLOW_REQUEST_MS): void {
  // A listener may take an hour to receive the body, so only the time until its first byte counts.
  const answeredAfter = new WeakMap<object, number>();
  app.addHook('onSend', async (request, reply) => {
    answeredAfter.set(request, reply.elapsedTime);
  });
  app.addHook('onResponse', async (request, reply) => {
    const ms = Math.round(answeredAfter.get(request) ?? reply.elapsedTime);
    const { method, ip } = request;
    const url = redactUrl(request.url);
    const status = reply.statusCode;
    const isRemarkable = status >= 500 || ms >= slowMs;
    request.log[isRemarkable ? 'info' : 'debug']({ method, url, status, ms, ip }, 'request');
  });
}
