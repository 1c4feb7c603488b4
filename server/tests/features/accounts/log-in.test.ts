import { hash } from '@node-rs/argon2';
import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { createPasswords, type Passwords } from '../../../src/platform/passwords.ts';
import { holdLock } from '../../helpers/hold-lock.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

const PASSWORD = 'correct horse';
const FOREIGN = { origin: 'https://evil.example' };
const OWN = { origin: 'http://site.test' };

let test: TestApp;
let app: TestApp['app'];
const passwords = createPasswords();
let work: string[] = []; // the statements of a request

/** Records each statement, without its values. */
const counting: KyselyPlugin = {
  transformQuery({ node }) {
    work.push(node.kind);
    return node;
  },
  transformResult: async ({ result }) => result,
};
const countingPasswords: Passwords = {
  ...passwords,
  verify(hash, password) {
    work.push('verify');
    return passwords.verify(hash, password);
  },
};

beforeAll(async () => {
  test = await openTestApp();
  const database = test.database.withPlugin(counting);
  app = await createApp({ ...test.deps, database, passwords: countingPasswords });
  const user = { email: 'ann@example.org', password_hash: await passwords.hash(PASSWORD) };
  await test.database
    .insertInto('users')
    .values([
      { ...user, permalink: 'ann', name: 'Ann' },
      { email: 'social@example.org', permalink: 'social', name: 'Without a password' },
      { ...user, email: 'gone@example.org', permalink: 'gone', name: 'G', deleted_at: new Date() },
    ])
    .execute();
});
afterAll(async () => {
  await app?.close();
  await test?.close();
});
beforeEach(() => {
  work = [];
});

const post = (path: string, payload: object, headers = {}) =>
  app.inject({ method: 'POST', url: `/api/v2/auth/${path}`, payload, headers });
const logIn = (email: string, password = PASSWORD, headers = {}) =>
  post('login', { email, password }, headers);
const cookieOf = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers['set-cookie']).split(';')[0] ?? '';

describe('POST /v2/auth/login', () => {
  it.each(['ann@example.org', 'ANN@Example.ORG', ' ann@example.org '])(
    'signs in %j',
    async (email) => {
      const answer = await logIn(email);
      expect(answer.statusCode).toBe(201);
      expect(answer.headers['cache-control']).toBe('no-store');
      const { user, sso } = answer.json().response;
      expect(user).toMatchObject({ permalink: 'ann', email: 'ann@example.org' });
      expect(sso.token).toMatch(/^[\w-]{43}$/);
    },
  );

  it('tells nobody by words or by work whether an address has an account', async () => {
    const wrong = await logIn('ann@example.org', 'wrong horse');
    const wrongWork = work;
    expect(wrong.statusCode).toBe(401);
    expect(wrongWork).toEqual(['SelectQueryNode', 'verify']);
    for (const email of [
      'nobody@example.org',
      'social@example.org',
      'gone@example.org',
      'no address',
      'x'.repeat(320),
    ]) {
      work = [];
      const answer = await logIn(email, 'wrong horse');
      expect(answer.json()).toEqual(wrong.json());
      expect(work).toEqual(wrongWork);
    }
  });

  it('is refused if the password was changed after it was checked', async () => {
    const email = 'changed@example.org';
    const user = { email, permalink: 'changed', name: 'C' };
    const password_hash = await passwords.hash(PASSWORD);
    await test.database
      .insertInto('users')
      .values({ ...user, password_hash })
      .execute();
    const other = await passwords.hash('another horse');
    const change = sql`update users set password_hash = ${other} where email = ${email}`;
    const answer = await holdLock(test.database, change, {
      waiting: 1,
      start: () => logIn(email),
    });
    expect(answer.statusCode).toBe(401);
    expect((await logIn(email, 'another horse')).statusCode).toBe(201);
  });

  it('makes a new secret each time, whatever the browser sent', async () => {
    const fixed = `session=${'x'.repeat(43)}`;
    const first = await logIn('ann@example.org', PASSWORD, { ...OWN, cookie: fixed });
    expect(cookieOf(first)).toMatch(/^session=[\w-]{43}$/);
    expect(cookieOf(first)).not.toBe(fixed);
    const cookie = cookieOf(first);
    const second = await logIn('ann@example.org', PASSWORD, { ...OWN, cookie });
    expect(cookieOf(second)).not.toBe(cookie);
    const me = (sent: string) => app.inject({ url: '/api/v2/me', headers: { cookie: sent } });
    expect((await me(fixed)).statusCode).toBe(401);
    expect((await me(cookie)).statusCode).toBe(401); // the new login has ended it
    expect((await me(cookieOf(second))).statusCode).toBe(200);
  });

  it('lets no other site sign its visitors in here', async () => {
    expect((await logIn('ann@example.org', PASSWORD, FOREIGN)).headers['set-cookie']).toBe(
      undefined,
    );
  });

  it('hashes the password again if the costs have changed', async () => {
    const cheap = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    const ann = () => test.database.selectFrom('users').where('permalink', '=', 'ann');
    await test.database
      .updateTable('users')
      .set({ password_hash: cheap })
      .where('permalink', '=', 'ann')
      .execute();
    // Two at once, of which one writes the new hash.
    const logins = await Promise.all([logIn('ann@example.org'), logIn('ann@example.org')]);
    expect(logins.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    const { password_hash } = await ann().select('password_hash').executeTakeFirstOrThrow();
    expect(password_hash).toContain('m=19456,t=2,p=1');
    expect((await logIn('ann@example.org')).statusCode).toBe(201);
  });

  it.each([{}, { email: 'ann@example.org' }, { email: 1, password: PASSWORD }, { email: ['a'] }])(
    'refuses the body %j',
    async (body) => {
      expect((await post('login', body)).statusCode).toBe(400);
    },
  );
});

describe('POST /v2/auth/logout', () => {
  it('ends the session of a cookie, and its token', async () => {
    const answer = await logIn('ann@example.org', PASSWORD, OWN);
    const headers = { cookie: cookieOf(answer), ...OWN };
    const { token } = answer.json().response.sso;
    const out = await post('logout', {}, headers);
    expect(out.json()).toEqual({ response: {} });
    expect(String(out.headers['set-cookie'])).toMatch(/^session=; Max-Age=0; Path=\//);
    const byToken = { authorization: `Bearer ${token}` };
    expect((await app.inject({ url: '/api/v2/me', headers })).statusCode).toBe(401);
    expect((await app.inject({ url: '/api/v2/me', headers: byToken })).statusCode).toBe(401);
  });

  it('ends the session of a token, and no other one', async () => {
    const logInByToken = async () => ({
      authorization: `Bearer ${(await logIn('ann@example.org')).json().response.sso.token}`,
    });
    const one = await logInByToken();
    const other = await logInByToken();
    await post('logout', {}, one);
    expect((await app.inject({ url: '/api/v2/me', headers: one })).statusCode).toBe(401);
    expect((await app.inject({ url: '/api/v2/me', headers: other })).statusCode).toBe(200);
  });

  it('answers a visitor as well, and removes an old cookie', async () => {
    expect((await post('logout', {})).statusCode).toBe(201);
    const out = await post('logout', {}, { ...OWN, cookie: 'session=old' });
    expect(String(out.headers['set-cookie'])).toContain('Max-Age=0');
  });

  it('cannot be caused by another site', async () => {
    const cookie = cookieOf(await logIn('ann@example.org', PASSWORD, OWN));
    expect((await post('logout', {}, { cookie, ...FOREIGN })).statusCode).toBe(403);
    expect((await app.inject({ url: '/api/v2/me', headers: { cookie } })).statusCode).toBe(200);
  });
});

describe('POST /v2/auth/password/forgot', () => {
  it('does the same for every address', async () => {
    const known = await post('password/forgot', { email: 'ann@example.org' });
    const knownWork = work;
    expect(known.json()).toEqual({ response: {} });
    for (const email of ['nobody@example.org', 'gone@example.org', 'no address']) {
      work = [];
      const answer = await post('password/forgot', { email });
      expect([answer.statusCode, answer.body]).toEqual([known.statusCode, known.body]);
      expect(work).toEqual(knownWork);
    }
  });
});
