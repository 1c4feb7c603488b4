import type { FastifyInstance } from 'fastify';
import type { AnswerCache } from './answer-cache.ts';
import { sendStored } from './send-answer.ts';

/**
 * Sends the stored answer of a repeated anonymous request. The first such request was identified, admitted and
 * validated, and the same request leads to the same key, so these steps are skipped. Register it before everything
 * that may refuse a request.
 */
export function answerEarly(app: FastifyInstance, cache: AnswerCache): void {
  app.addHook('onRequest', (request, reply, done) => {
    const key = cache.known.keyOf(request);
    const answer = key === undefined ? undefined : cache.peek(key);
    if (key === undefined || answer === undefined) return done();
    sendStored(cache, request, reply, { key, answer })?.catch(done);
  });
}
