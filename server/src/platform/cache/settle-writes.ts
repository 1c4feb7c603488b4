import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AnswerCache } from './answer-cache.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route writes, but never anything that stored answers are made from. */
    keepsAnswers?: boolean;
  }
}

const WRITES = /^(POST|PUT|PATCH|DELETE)$/;

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends a write that the pages of its member wait for. */
    endWrite?: () => void;
  }
}

/**
 * Answers a request that may have written only after its changes have reached this process's cache, so that the
 * client reads its own writes. What a member reads meanwhile waits for them.
 */
export function settleWrites(app: FastifyInstance, answers: AnswerCache): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.keepsAnswers) return;
    if (![route.method].flat().some((method) => WRITES.test(method))) return;
    const begin = async (request: FastifyRequest) => {
      const { userId } = request.actor;
      if (userId !== null) request.endWrite = answers.writes.begin(userId);
    };
    // Also after an error, and if the client has gone.
    const settle = async (request: FastifyRequest) => {
      await answers.settle();
      request.endWrite?.();
    };
    route.onRequest = [begin, ...[route.onRequest ?? []].flat()];
    route.onSend = [settle, ...[route.onSend ?? []].flat()];
  });
}
