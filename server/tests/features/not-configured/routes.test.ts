import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp, SignedIn } from '../../helpers/test-app.ts';

let test: SharedApp;
let member: SignedIn;
beforeAll(async () => {
  test = await sharedApp();
  member = await test.signIn();
});

const ask = async (method: 'GET' | 'PUT' | 'POST', url: string, who?: SignedIn) => {
  const { statusCode, body } = await test.app.inject({ method, url, headers: who?.headers ?? {} });
  return { statusCode, error: JSON.parse(body).error };
};

describe('a service that this host has not set up', () => {
  it.each([
    ['PUT', '/api/google/connect'],
    ['POST', '/api/facebook/signup'],
  ] as const)('answers %s %s with 501 and words, to everyone', async (method, url) => {
    const { statusCode, error } = await ask(method, url);
    expect(statusCode).toBe(501);
    expect(error).toMatchObject({ code: 501, reason: 'NOT_CONFIGURED' });
  });

  it('knows four providers', async () => {
    expect((await ask('PUT', '/api/myspace/connect')).statusCode).toBe(400);
  });

  it.each([
    ['POST', '/api/v2/payment/cards/intents'],
    ['PUT', '/api/v2/payment/subscription'],
    ['PUT', '/api/v2/payment/subscriptions/1/intents'],
    ['GET', '/api/premium/invoice/1'],
  ] as const)('asks for a login before it says so: %s %s', async (method, url) => {
    expect((await ask(method, url)).statusCode).toBe(401);
    expect((await ask(method, url, member)).statusCode).toBe(501);
  });

  it('says so on every route that needs it', async () => {
    const needed = /\/(premium\/|payment\/(?!plans)|:provider\/(connect|signup)$)/;
    const routes = test.app.guardedRoutes.filter(
      ({ method, url }) => method !== 'HEAD' && needed.test(url) && !url.includes('/connections'),
    );
    expect(routes.length).toBeGreaterThan(20);
    const wrong: string[] = [];
    for (const { method, url } of routes) {
      const path = url
        .replace(':provider', 'google')
        .replace(':user_id', String(member.userId))
        .replace(/:\w+/, 'studio');
      const { statusCode, error } = await ask(method as 'GET', path, member);
      if (statusCode !== 501 || error.messages.length === 0) wrong.push(`${method} ${url}`);
    }
    expect(wrong).toEqual([]);
  });

  it('says so to the editors of a show alone', async () => {
    const { show_id, user_id } = await test.database
      .selectFrom('shows')
      .select(['show_id', 'user_id'])
      .limit(1)
      .executeTakeFirstOrThrow();
    const url = `/api/show/${show_id}/ihr/status`;
    expect((await ask('GET', url)).statusCode).toBe(401);
    expect((await ask('GET', url, member)).statusCode).toBe(403);
    const admin = await test.signIn({ admin: true });
    expect((await ask('GET', url, admin)).statusCode).toBe(501);
    expect((await ask('GET', '/api/show/99999/ihr/status', admin)).statusCode).toBe(404);
    expect((await ask('POST', `/api/user/${user_id}/premium/purchase`, member)).statusCode).toBe(
      403,
    );
    const own = `/api/user/${member.userId}/premium/purchase`;
    expect((await ask('POST', own, member)).statusCode).toBe(501);
  });
});
