import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { sessionCookieName } from '../../../src/features/accounts/session-cookie.ts';
import { makeSetupLink } from '../../../src/features/accounts/setup.ts';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp } from '../../helpers/test-app.ts';

const PASSWORD = 'correct horse';
const ORIGIN = 'http://site.test';

let test: SharedApp;
beforeAll(async () => {
  test = await sharedApp();
});

let count = 0;
function signUpFields() {
  count += 1;
  return { email: `fixed${count}@example.org`, password: PASSWORD, name: 'Eve', terms: true };
}

const nameOfCookie = () => sessionCookieName(test.deps.config);

/** Posts with a cookie planted by an attacker. Returns the cookie that the answer sets. */
async function enter(options: InjectOptions, planted: string): Promise<string> {
  const answer = await test.app.inject({
    method: 'POST',
    ...options,
    headers: { origin: ORIGIN, cookie: planted, ...options.headers },
  });
  expect(answer.statusCode).toBeLessThan(400);
  const [cookie] = answer.cookies.filter(({ name }) => name === nameOfCookie());
  return `${cookie?.name}=${cookie?.value}`;
}

const userOf = async (cookie: string): Promise<string | undefined> => {
  const answer = await test.app.inject({ url: '/api/v2/me', headers: { cookie } });
  return answer.json().response?.user.email;
};

async function logInWith(planted: string) {
  const fields = signUpFields();
  await test.app.inject({ method: 'POST', url: '/api/v2/auth/signup', payload: fields });
  const { email, password } = fields;
  const url = '/api/v2/auth/login';
  return { email, cookie: await enter({ url, payload: { email, password } }, planted) };
}

async function signUpWith(planted: string) {
  const payload = signUpFields();
  const cookie = await enter({ url: '/api/v2/auth/signup', payload }, planted);
  return { email: payload.email, cookie };
}

async function setUpWith(planted: string) {
  await test.database.updateTable('users').set({ is_admin: false }).execute();
  const { email, password, name } = signUpFields();
  const token = new URL((await makeSetupLink(test.deps)) ?? '').searchParams.get('token') ?? '';
  const cookie = await enter(
    {
      url: '/setup',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ token, email, password, name }).toString(),
    },
    planted,
  );
  return { email, cookie };
}

describe.each([
  ['login', logInWith],
  ['signup', signUpWith],
  ['setup', setUpWith],
])('%s', (_, signIn) => {
  it('never makes a session of an id that was there before', async () => {
    const planted = `${nameOfCookie()}=${'a'.repeat(43)}`;
    const { email, cookie } = await signIn(planted);
    expect(cookie).not.toBe(planted);
    expect(await userOf(cookie)).toBe(email);
    expect(await userOf(planted)).toBeUndefined();
  });

  it('signs nobody in with the session of a stranger who planted his own', async () => {
    const stranger = await test.signIn();
    const { email, cookie } = await signIn(stranger.cookies.cookie);
    expect(await userOf(cookie)).toBe(email);
    expect(await userOf(stranger.cookies.cookie)).not.toBe(email);
  });
});

describe('a login that a page of another site sends', () => {
  it.each([{}, { origin: 'https://evil.example' }, { origin: 'null' }])(
    'sets no cookie: %j',
    async (headers) => {
      const payload = signUpFields();
      const url = '/api/v2/auth/signup';
      const answer = await test.app.inject({ method: 'POST', url, headers, payload });
      expect(answer.statusCode).toBe(201);
      expect(answer.headers['set-cookie']).toBeUndefined();
    },
  );
});
