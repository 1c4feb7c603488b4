import type { FastifyInstance } from 'fastify';
import type { AnswerCache } from './answer-cache.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route writes, but never data of stored answers. */
    keepsAnswers?: boolean;
  }
}

const WRITES = /^(POST|PUT|PATCH|DELETE)$/;

/**
 * Answers a request that may have written only after its changes have reached this process's cache, so that the
 * client reads its own writes.
 */
export function settleWrites(app: FastifyInstance, answers: AnswerCache): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.keepsAnswers) return;
    if (![route.method].flat().some((method) => WRITES.test(method))) return;
    // Also after an error, and if the client has gone.
    const settle = () => answers.settle();
    route.onSend = [settle, ...[route.onSend ?? []].flat()];
  });
}
