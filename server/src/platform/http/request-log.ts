import { MOUNTS } from 'earshot/contract';
import type { FastifyInstance } from 'fastify';
import { isFailure } from './is-failure.ts';
import { redactUrl } from './redact-url.ts';

const SLOW_REQUEST_MS = 1_000;

declare module 'fastify' {
  interface FastifyReply {
    /** A listener may take an hour to receive the body, so the log shows the time until its first byte. */
    answeredAfterMs: number | null;
  }
}

/**
 * Logs one line for each request at level debug. At info, only slow and failed requests. Requests for media are without
 * addresses: with its file, an address tells who has heard which episode.
 */
export function logRequests(app: FastifyInstance, slowMs: number = SLOW_REQUEST_MS): void {
  const isVerbose = app.log.level === 'debug' || app.log.level === 'trace';
  app.decorateReply('answeredAfterMs', null);
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.answeredAfterMs = reply.elapsedTime;
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const ms = Math.round(reply.answeredAfterMs ?? reply.elapsedTime);
    const { statusCode: status, log } = reply;
    const isRemarkable = isFailure(status) || ms >= slowMs;
    if (isRemarkable || isVerbose) {
      const { method, url, clientAddress } = request;
      const ip = url.startsWith(`${MOUNTS.media}/`) ? undefined : clientAddress;
      const line = { method, url: redactUrl(url), status, ms, ip };
      log[isRemarkable ? 'info' : 'debug'](line, 'request');
    }
    done();
  });
}
