import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import type { AnswerCache } from '../../../src/platform/cache/answer-cache.ts';
import { settleWrites } from '../../../src/platform/cache/settle-writes.ts';
import { ANONYMOUS } from '../../../src/platform/http/actor.ts';

async function open() {
  let settle = () => {};
  let isAsked = false;
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const answers = {
    settle() {
      isAsked = true;
      return settled;
    },
  } as AnswerCache;
  const app = Fastify();
  app.decorateRequest('actor', { getter: () => ANONYMOUS });
  settleWrites(app, answers);
  app.put('/', async () => 'written');
  app.put('/like', { config: { keepsAnswers: true } }, async () => 'liked');
  app.get('/', async () => 'read');
  return { app, settle: () => settle(), isAsked: () => isAsked };
}

describe('settleWrites', () => {
  it('answers a write only once the cache knows the change', async () => {
    const { app, settle, isAsked } = await open();
    let isAnswered = false;
    const answer = app.inject({ method: 'PUT', url: '/' }).then(({ body }) => {
      isAnswered = true;
      return body;
    });
    await expect.poll(isAsked).toBe(true);
    expect(isAnswered).toBe(false);
    settle();
    expect(await answer).toBe('written');
  });

  it('never holds up a write that changes no stored answer', async () => {
    const { app, isAsked } = await open();
    expect((await app.inject({ method: 'PUT', url: '/like' })).body).toBe('liked');
    expect(isAsked()).toBe(false);
  });

  it('never holds up a request that only reads', async () => {
    const { app, isAsked } = await open();
    expect((await app.inject('/')).body).toBe('read');
    expect(isAsked()).toBe(false);
  });
});
