import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findNamedAccount, makeLink } from '../../../src/features/accounts/operator-commands.ts';
import { createProviders } from '../../../src/features/sign-in/providers.ts';
import { type OidcServer, startOidc } from '../../helpers/oidc-server.ts';
import { openSite } from '../../helpers/open-site.ts';
import { type OpenIdServer, startOpenId } from '../../helpers/sign-in-servers.ts';
import type { TestApp } from '../../helpers/test-app.ts';

const CLIENT = { id: 'earshot', secret: 'a-secret+of/the:host' };
const CHANNEL = '0123456789abcdef';
const PASSWORD = 'correct horse battery';
const NO_OTHERS = { google: null, apple: null, facebook: null, twitter: null };

let oidc: OidcServer;
/** Like most hosts: passwords as well, and no roles by groups. */
let plain: TestApp;
/** Nothing but the provider, whose id tokens hold only the subject. */
let only: TestApp;
let strict: OidcServer;
beforeAll(async () => {
  oidc = await startOidc(CLIENT, { auth: 'client_secret_basic' });
  strict = await startOidc(CLIENT, { auth: 'client_secret_basic', isStrict: true });
  const env = { OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret };
  plain = await openSite({ ...env, OIDC_ISSUER: oidc.issuer, OIDC_NAME: 'Radio Pass' });
  only = await openSite({
    ...env,
    OIDC_ISSUER: strict.issuer,
    OIDC_ONLY: '1',
    OIDC_ADMIN_GROUPS: 'staff, owners',
    GOOGLE_CLIENT_ID: 'web.google',
    GOOGLE_CLIENT_SECRET: 'google-secret',
  });
});
afterAll(async () => {
  await Promise.all([plain?.close(), only?.close()]);
  await Promise.all([oidc?.stop(), strict?.stop()]);
});

let people = 0;
let login = '';
beforeEach(() => {
  people += 1;
  login = `ann-${people}`;
  oidc.isDown = false;
});

function openBrowser(test: TestApp) {
  const cookies = new Map<string, string>();

  async function load(
    address: string,
    form?: Record<string, string>,
    method?: 'PUT' | 'POST' | 'DELETE',
  ) {
    const { pathname, search } = new URL(address, 'http://localhost:4747');
    const answer = await test.app.inject({
      method: method ?? (form ? 'POST' : 'GET'),
      url: pathname + search,
      headers: {
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(form && {
          origin: test.deps.config.siteUrl,
          'content-type': 'application/x-www-form-urlencoded',
        }),
      },
      ...(form && { payload: String(new URLSearchParams(form)) }),
    });
    for (const { name, value } of answer.cookies) cookies.set(name, value);
    return answer;
  }

  /** The way of a browser through the provider. */
  async function signIn(query: Record<string, string> = {}) {
    const begun = await load(`/connect?${new URLSearchParams({ provider: 'oidc', ...query })}`);
    expect(begun.statusCode).toBe(302);
    const provider = test === only ? strict : oidc;
    return load(await provider.visit(begun.headers.location ?? '', login));
  }

  /** The same, with the terms of a new account. */
  async function signUp() {
    const back = await signIn();
    expect(back.headers.location).toMatch(/^\/connect\/signup/);
    const done = await load(back.headers.location ?? '', { terms: 'true' });
    expect(done.statusCode).toBe(303);
    return me();
  }

  const me = async () => (await load('/api/v2/me')).json().response?.user;
  return { cookies, load, signIn, signUp, me };
}

const resultOf = (html: string) =>
  JSON.parse(/id="result">(.*?)<\/script>/.exec(html)?.[1] ?? '{}').result;

const logIn = (test: TestApp, email: string) =>
  test.app.inject({
    method: 'POST',
    url: '/api/v2/auth/login',
    payload: { email, password: PASSWORD },
  });

describe('a person of the own provider', () => {
  it('signs up with the address that the provider has verified, and in ever after', async () => {
    const user = await openBrowser(plain).signUp();
    expect(user).toMatchObject({
      name: `${login} of Oidc`,
      email: `${login}@oidc.test`,
      email_verified: true,
      is_admin: false,
    });
    const again = openBrowser(plain);
    expect((await again.signIn({ redirect: '/explore' })).headers.location).toBe('/explore');
    expect((await again.me()).user_id).toBe(user.user_id);
  });

  it('signs up in a window as well', async () => {
    const browser = openBrowser(plain);
    const { tokens } = resultOf((await browser.signIn({ mode: 'popup', channel: CHANNEL })).body);
    const unknown = await browser.load('/connect/window/oidc', tokens, 'PUT');
    expect(unknown.statusCode).toBe(404);
    const signed = await browser.load('/connect/window/oidc', { ...tokens, terms: 'true' }, 'POST');
    expect(signed.statusCode).toBe(201);
  });

  it('has an address to prove if the provider has not verified it', async () => {
    oidc.people.set(login, { email_verified: false });
    const user = await openBrowser(plain).signUp();
    expect(user).toMatchObject({ email: `${login}@oidc.test`, email_verified: false });
  });

  it('is the account with the same address, if both sides have verified it', async () => {
    const account = await plain.signIn();
    const email = `${account.permalink}@example.org`;
    oidc.people.set(login, { email: email.toUpperCase() });
    const browser = openBrowser(plain);
    expect((await browser.signIn()).headers.location).toBe('/home');
    expect((await browser.me()).user_id).toBe(account.userId);
    const list = (await browser.load('/api/v2/me/connections')).json().response.items;
    expect(list).toContainEqual({ provider: 'oidc', is_connected: true });
    // Another person of the provider with this address does not take the account over.
    login = `eve-${people}`;
    oidc.people.set(login, { email });
    expect((await openBrowser(plain).signIn()).headers.location).toMatch(/^\/connect\/signup/);
  });

  it.each([
    ['the provider', { email_verified: false }, {}],
    ['the provider, in another type,', { email_verified: 'true' }, {}],
    ['this host', {}, { email_verified_at: null }],
  ])('is not the account if %s has not verified the address', async (_who, claims, columns) => {
    const account = await plain.signIn();
    await plain.database
      .updateTable('users')
      .set({ name: 'Ann', ...columns })
      .where('user_id', '=', account.userId)
      .execute();
    oidc.people.set(login, { email: `${account.permalink}@example.org`, ...claims });
    expect((await openBrowser(plain).signIn()).headers.location).toMatch(/^\/connect\/signup/);
  });

  it('cannot be brought by a program', async () => {
    const answer = await plain.app.inject({
      method: 'PUT',
      url: '/api/oidc/connect',
      payload: { access_token: 'an.id.token' },
    });
    expect([answer.statusCode, answer.json().error.messages]).toEqual([
      400,
      ['Sign in with this service on the pages of this host.'],
    ]);
  });
});

describe('a provider that is down', () => {
  it('says so, leaves passwords alone, and is asked again later', async () => {
    const browser = openBrowser(plain);
    // Another process has not found the provider yet: it asks here for the first time.
    const late = await startOidc(CLIENT);
    late.isDown = true;
    const host = await openSite({
      OIDC_ISSUER: late.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Radio Pass',
    });
    const other = openBrowser(host);
    const refused = await other.load('/connect?provider=oidc');
    expect([refused.statusCode, refused.body]).toEqual([
      503,
      expect.stringContaining('Radio Pass does not answer. Please try again later.'),
    ]);
    expect((await other.load('/login')).body).toContain('name="password"');
    late.isDown = false;
    expect((await other.load('/connect?provider=oidc')).headers.location).toContain(late.issuer);
    await host.close();
    await late.stop();

    const begun = await browser.load('/connect?provider=oidc');
    const back = await oidc.visit(begun.headers.location ?? '', login);
    oidc.isDown = true;
    expect((await browser.load(back)).statusCode).toBe(503);
  });
});

describe('an id token of the own provider', () => {
  let server: OpenIdServer;
  beforeAll(async () => {
    server = await startOpenId('earshot');
  });
  afterAll(() => server?.stop());

  /** The identity after a sign-in whose token has these claims. */
  async function signIn(person: Record<string, unknown>) {
    server.person = { sub: 'ann', ...person };
    const { codeFlow } = createProviders({
      ...NO_OTHERS,
      oidc: {
        issuer: server.issuer,
        clientId: 'earshot',
        clientSecret: 'secret',
        name: 'Radio Pass',
        groupsClaim: 'groups',
        adminGroups: null,
      },
    }).oidc;
    const given = { state: 'a-state', redirectUri: 'http://site.test/back' };
    const begun = await codeFlow?.begin(given);
    const answer = await fetch(begun?.url ?? '', { redirect: 'manual' });
    const parameters = new URL(answer.headers.get('location') ?? '').searchParams;
    return codeFlow?.finish({ ...given, parameters, kept: begun?.kept ?? {} });
  }

  it('names the person together with the provider', async () => {
    const found = await signIn({ sub: 'johndoe' });
    expect(found?.identity.subject).toBe(`${server.issuer}#johndoe`);
  });

  it.each([
    ['of another person than userinfo', { sub: 'ann' }],
    ['for another client', { aud: 'another' }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['that has expired', { exp: 1_000, iat: 500 }],
    ['with another nonce', { nonce: 'replayed' }],
  ])('is refused if it is one %s', async (_what, person) => {
    await expect(signIn({ sub: 'johndoe', ...person })).rejects.toThrow(
      'Radio Pass does not confirm this sign-in.',
    );
  });
});

describe('OIDC_ONLY', () => {
  it('offers the provider alone, with its host as name', async () => {
    for (const path of ['/login', '/signup']) {
      const { body } = await openBrowser(only).load(path);
      expect(body).toContain('Continue with 127.0.0.1');
      expect(body).not.toContain('name="password"');
      expect(body).not.toContain('Continue with Google');
    }
  });

  it('takes no password, signup or reset', async () => {
    const words = ['This host signs in through 127.0.0.1 only.'];
    const email = 'ann@mail.test';
    for (const [path, payload] of [
      ['login', { email, password: PASSWORD }],
      ['signup', { email, password: PASSWORD, name: 'Ann', terms: true }],
      ['password/forgot', { email }],
      ['password/reset', { token: 'x', password: PASSWORD }],
    ] as const) {
      const url = `/api/v2/auth/${path}`;
      const answer = await only.app.inject({ method: 'POST', url, payload });
      expect([path, answer.statusCode, answer.json().error.messages]).toEqual([path, 403, words]);
    }
    const google = await openBrowser(only).load('/connect?provider=google');
    expect(google.statusCode).toBe(501);
    const { userId } = await only.signIn();
    const reset = await openBrowser(only).load(await makeLink(only.deps, userId, 'reset'));
    expect(reset.headers.location).toBe('/login');
  });

  it('gives roles by groups at each sign-in, and keeps the last administrator', async () => {
    strict.people.set(login, { groups: ['listeners', 'owners'] });
    const first = openBrowser(only);
    expect(await first.signUp()).toMatchObject({ is_admin: true, email: `${login}@oidc.test` });
    strict.people.set(login, { groups: [] });
    await first.signIn();
    expect((await first.me()).is_admin).toBe(true);

    const owner = login;
    login = `bob-${people}`;
    strict.people.set(login, { groups: 'staff' });
    expect((await openBrowser(only).signUp()).is_admin).toBe(true);
    login = owner;
    await first.signIn();
    expect((await first.me()).is_admin).toBe(false);
  });

  it('keeps the connection with the provider, because a password lets nobody in', async () => {
    const browser = openBrowser(only);
    const { user_id } = await browser.signUp();
    const password_hash = await only.deps.passwords.hash(PASSWORD);
    await only.database
      .updateTable('users')
      .set({ password_hash })
      .where('user_id', '=', user_id)
      .execute();
    const left = await browser.load('/api/v2/me/connections/oidc', {}, 'DELETE');
    expect([left.statusCode, left.json().error.messages]).toEqual([
      409,
      ['This host signs in through 127.0.0.1 only.'],
    ]);
  });

  it('lets the operator in with a link, once', async () => {
    const { userId, permalink } = await only.signIn({ admin: true });
    const link = await makeLink(
      only.deps,
      await findNamedAccount(only.database, permalink),
      'sign_in',
    );
    const browser = openBrowser(only);
    const page = await browser.load(link);
    expect(page.statusCode).toBe(200);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(await browser.me()).toBeUndefined();
    const token = new URL(link).searchParams.get('token') ?? '';
    const done = await browser.load('/login/link', { token });
    expect([done.statusCode, done.headers.location]).toEqual([303, '/home']);
    expect((await browser.me()).user_id).toBe(userId);
    expect((await openBrowser(only).load('/login/link', { token })).statusCode).toBe(404);
    expect((await openBrowser(only).load(link)).body).toContain('It was used already');
  });
});

describe('a host with passwords', () => {
  it('still signs in by them', async () => {
    const email = `${login}@mail.test`;
    const payload = { email, password: PASSWORD, name: 'Ann', terms: true };
    const url = '/api/v2/auth/signup';
    expect((await plain.app.inject({ method: 'POST', url, payload })).statusCode).toBe(201);
    expect((await logIn(plain, email)).statusCode).toBe(201);
    const { body } = await openBrowser(plain).load('/login');
    expect(body).toContain('Continue with Radio Pass');
    expect(body).toContain('name="password"');
  });
});
