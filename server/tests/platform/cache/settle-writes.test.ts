import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import type { AnswerCache } from '../../../src/platform/cache/answer-cache.ts';
import { type SettleOptions, settleWrites } from '../../../src/platform/cache/settle-writes.ts';
import { ANONYMOUS } from '../../../src/platform/http/actor.ts';

async function open(options: SettleOptions = {}) {
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
  settleWrites(app, answers, options);
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

  describe('on a host with a replica', () => {
    const read = (cookie: string) => ({ url: '/', headers: { cookie } });

    it('lets a browser that has just written read only what its process has heard of', async () => {
      const { app, settle, isAsked } = await open({ hasReplica: true });
      let isAnswered = false;
      const answer = app.inject(read('session=1; wrote=1')).then(({ body }) => {
        isAnswered = true;
        return body;
      });
      await expect.poll(isAsked).toBe(true);
      expect(isAnswered).toBe(false);
      settle();
      expect(await answer).toBe('read');
    });

    it('marks browsers that write, for some seconds', async () => {
      const { app, settle } = await open({ hasReplica: true });
      settle();
      const write = (headers: Record<string, string>) =>
        app.inject({ method: 'PUT', url: '/', headers });
      const { headers } = await write({ cookie: 'session=1' });
      expect(headers['set-cookie']).toMatch(
        /^wrote=1; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
      );
      const program = await write({ authorization: 'Bearer 1' }); // reads from the primary anyway
      expect(program.headers['set-cookie']).toBeUndefined();
    });

    it('never holds up other reads', async () => {
      const { app, isAsked } = await open({ hasReplica: true });
      expect((await app.inject(read('session=1'))).body).toBe('read');
      expect(isAsked()).toBe(false);
    });
  });

  it('marks no browser without a replica, and ignores the mark', async () => {
    const { app, settle, isAsked } = await open();
    const headers = { cookie: 'session=1; wrote=1' };
    expect((await app.inject({ url: '/', headers })).body).toBe('read');
    expect(isAsked()).toBe(false);
    settle();
    const { headers: sent } = await app.inject({ method: 'PUT', url: '/', headers });
    expect(sent['set-cookie']).toBeUndefined();
  });
});
