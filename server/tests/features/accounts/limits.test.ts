import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addShow } from '../../helpers/add-episode.ts';
import { askApi } from '../../helpers/ask-api.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: 'true' });
});
afterAll(() => test?.close());

/** The answers to many calls in sequence, each from the network of its number. */
async function codes(
  times: number,
  call: (n: number) => { url: string; payload: object; method?: 'PUT'; headers?: object },
) {
  const found: number[] = [];
  for (let n = 0; n < times; n++) {
    const { headers = {}, ...rest } = call(n);
    const answer = await test.app.inject({
      method: 'POST',
      ...rest,
      headers: { 'x-forwarded-for': `203.0.113.${n}`, ...headers },
    });
    found.push(answer.statusCode);
  }
  return found;
}

const refused = (found: number[]) => found.filter((code) => code === 429).length;

describe('the limits of accounts', () => {
  it.each(['ann@example.org', 'nobody@example.org'])(
    'stop guesses of the password of %s from many networks',
    async (email) => {
      const spellings = [email, email.toUpperCase(), ` ${email}`];
      const found = await codes(14, (n) => ({
        url: '/api/v2/auth/login',
        payload: { email: spellings[n % 3], password: `guess ${n}` },
      }));
      expect(found).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
    },
  );

  it('let the owner in on a known device while strangers guess', async () => {
    const owner = { email: 'owner@example.org', password: 'a long horse', name: 'O', terms: true };
    await test.app.inject({ method: 'POST', url: '/api/v2/auth/signup', payload: owner });
    const login = (remoteNumber: number, password: string, cookie = '') =>
      test.app.inject({
        method: 'POST',
        url: '/api/v2/auth/login',
        payload: { email: owner.email, password },
        headers: {
          'x-forwarded-for': `198.51.100.${remoteNumber}`,
          origin: new URL(test.deps.config.siteUrl).origin,
          cookie,
        },
      });
    const first = await login(1, owner.password);
    expect(first.statusCode).toBe(201);
    const known = first.cookies.find(({ name }) => name === 'known');
    const cookie = `known=${known?.value}`;
    const guesses = await codes(20, (n) => ({
      url: '/api/v2/auth/login',
      payload: { email: owner.email, password: `guess ${n}` },
    }));
    expect(refused(guesses)).toBeGreaterThan(0);
    expect((await login(2, owner.password)).statusCode).toBe(429);
    expect((await login(2, owner.password, `known=${known?.value.slice(1)}`)).statusCode).toBe(429);
    expect((await login(2, owner.password, cookie)).statusCode).toBe(201);
    // A stolen cookie does not allow endless guesses either.
    const tries = await Promise.all(Array.from({ length: 14 }, () => login(3, 'guess', cookie)));
    expect(tries.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThan(3);
  });

  it('spare a user mails about becoming an editor again and again', async () => {
    const [owner, editor] = [await test.signIn(), await test.signIn()];
    const showId = await addShow(test.database, owner.userId);
    const ask = askApi(test);
    const add = async (user: SignedIn) =>
      (await ask(`POST /show/${showId}/members`, owner, { user: user.permalink })).status;
    for (let n = 0; n < 6; n += 1) expect(await add(await test.signIn())).toBe(201);
    for (let n = 0; n < 5; n += 1) {
      expect(await add(editor)).toBe(201);
      await ask(`DELETE /show/${showId}/members/${editor.userId}`, owner);
    }
    expect(await add(editor)).toBe(429);
  });

  it('stop signups from one network', async () => {
    const found = await codes(22, (n) => ({
      url: '/api/v2/auth/signup',
      payload: { email: `limit${n}@example.org`, password: 'short', name: 'L', terms: true },
      headers: { 'x-forwarded-for': '198.51.100.7' },
    }));
    expect(refused(found)).toBe(2);
  });

  it.each(['/api/v2/auth/password/forgot', '/login/reset'])(
    'stop mails to one address through %s',
    async (url) => {
      const email = `flood@${url.length}.example`;
      const found = await codes(7, () => ({ url, payload: { email } }));
      expect(refused(found)).toBe(2);
    },
  );

  it.each(['/api/v2/auth/password/forgot', '/login/reset'])(
    'stop mails to many addresses from one network through %s',
    async (url) => {
      const found = await codes(32, (n) => ({
        url,
        payload: { email: `many${n}@example.org` },
        headers: { 'x-forwarded-for': `192.0.2.${url.length}` },
      }));
      expect(refused(found)).toBe(2);
    },
  );

  it('stop guesses of the current password', async () => {
    const { userId, headers } = await test.signIn();
    const found = await codes(12, () => ({
      url: `/api/user/${userId}`,
      method: 'PUT',
      payload: { password: 'new horse!', current_password: 'guess' },
      headers,
    }));
    expect(refused(found)).toBe(2);
  });
});
