import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOwnRequest } from '../http/request-id.ts';
import type { AnswerCache } from './answer-cache.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route writes, but never data of stored answers. */
    keepsAnswers?: boolean;
  }
}

const WRITES = /^(POST|PUT|PATCH|DELETE)$/;

/** Marks a browser that has written a moment ago. */
const WROTE = 'wrote=1; Max-Age=10; Path=/; HttpOnly; SameSite=Lax';
const HAS_WRITTEN = /(?:^|;\s*)wrote=1/;

export interface SettleOptions {
  /** True if other processes answer the same browsers, some of them from a replica. */
  hasReplica?: boolean;
}

/**
 * Answers a request that may have written only after its changes have reached this process's cache, so that the
 * client reads its own writes.
 *
 * Another process hears of them at the same time, but not certainly before the client's next request. The answers that
 * it makes for this reader alone come from the primary. Pages that members share may be stored, or come from a replica. So a
 * browser gets a cookie for some seconds, and its requests wait until their process has heard of everything that was committed.
 */
export function settleWrites(
  app: FastifyInstance,
  answers: Pick<AnswerCache, 'settle'>,
  { hasReplica = false }: SettleOptions = {},
): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.keepsAnswers) return;
    if (![route.method].flat().some((method) => WRITES.test(method))) return;
    // Also after an error, and if the client has gone.
    const settle = async ({ headers }: FastifyRequest, reply: FastifyReply) => {
      if (hasReplica && headers.cookie && !isOwnRequest(headers)) reply.header('Set-Cookie', WROTE);
      await answers.settle();
    };
    route.onSend = [settle, ...[route.onSend ?? []].flat()];
  });
  if (!hasReplica) return;
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    if (!HAS_WRITTEN.test(headers.cookie ?? '') || isOwnRequest(headers)) return done();
    answers.settle().then(() => done(), done);
  });
}
