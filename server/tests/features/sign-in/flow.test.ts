import { generateKeyPairSync } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { textOfMail } from '../../helpers/mail-text.ts';
import { openSite } from '../../helpers/open-site.ts';
import {
  type GraphServer,
  type OpenIdServer,
  startGraph,
  startOpenId,
  startTwitter,
  type TwitterServer,
} from '../../helpers/sign-in-servers.ts';
import type { SignedIn, TestApp } from '../../helpers/test-app.ts';

const APP = { id: '1234', secret: 'graph-secret' };
const CONSUMER = { key: 'consumer', secret: 'consumer-secret' };
const APPLE_KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

let test: TestApp;
let google: OpenIdServer;
let apple: OpenIdServer;
let graph: GraphServer;
let twitter: TwitterServer;
beforeAll(async () => {
  google = await startOpenId('web.google');
  apple = await startOpenId('web.apple');
  graph = await startGraph(APP);
  twitter = await startTwitter(CONSUMER);
  test = await openSite({
    GOOGLE_CLIENT_ID: 'web.google',
    GOOGLE_CLIENT_SECRET: 'google-secret',
    GOOGLE_ISSUER: google.issuer,
    APPLE_CLIENT_ID: 'web.apple',
    APPLE_ISSUER: apple.issuer,
    APPLE_TEAM_ID: 'TEAM',
    APPLE_KEY_ID: 'KEY',
    APPLE_PRIVATE_KEY: APPLE_KEY.replaceAll('\n', '\\n'),
    FACEBOOK_APP_ID: APP.id,
    FACEBOOK_APP_SECRET: APP.secret,
    FACEBOOK_GRAPH_URL: graph.url,
    FACEBOOK_DIALOG_URL: graph.url,
    TWITTER_CONSUMER_KEY: CONSUMER.key,
    TWITTER_CONSUMER_SECRET: CONSUMER.secret,
    TWITTER_API_URL: twitter.url,
  });
});
afterAll(async () => {
  await test?.close();
  await Promise.all([google, apple, graph, twitter].map((server) => server?.stop()));
});

let people = 0;
beforeEach(() => {
  people += 1;
  const email = `flow-${people}@mail.test`;
  const claims = { sub: `flow-${people}`, name: 'Ann Reed', email, email_verified: true };
  Object.assign(google, { person: claims, refusal: null });
  const { name: _, ...unnamed } = claims;
  Object.assign(apple, { person: unnamed, refusal: null });
  const token = `graph-${people}`;
  const scopes = ['public_profile', 'email'];
  graph.tokens.set(token, { id: `fb-${people}`, name: 'Ann Reed', email, scopes, app_id: APP.id });
  graph.visitor = token;
  const body = { id_str: `tw-${people}`, name: 'Ann Reed', email };
  twitter.tokens.set(`tw-token-${people}`, { secret: 'tw-secret', body });
  twitter.visitor = `tw-token-${people}`;
});

type Provider = 'google' | 'apple' | 'facebook' | 'twitter';
const PROVIDERS: readonly Provider[] = ['google', 'apple', 'facebook', 'twitter'];

/** A browser with cookies of its own. */
function openBrowser(given: Record<string, string> = {}) {
  const cookies = new Map(Object.entries(given));

  async function load(address: string, form?: Record<string, string>) {
    const { pathname, search } = new URL(address, 'http://localhost:4747');
    const answer = await test.app.inject({
      method: form ? 'POST' : 'GET',
      url: pathname + search,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
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

  /** Visits a service and returns: the address that it redirects to. */
  async function visit(provider: Provider, query: Record<string, string> = {}) {
    const begun = await load(`/connect?${new URLSearchParams({ provider, ...query })}`);
    expect(begun.statusCode).toBe(302);
    const answer = await fetch(begun.headers.location ?? '', { redirect: 'manual' });
    return answer.headers.get('location') ?? '';
  }

  /** The same, to the end. Apple's answer is posted from a separate page. */
  async function signIn(provider: Provider, query: Record<string, string> = {}, posted = {}) {
    const back = new URL(await visit(provider, query));
    if (provider !== 'apple') return load(back.href);
    const answer = await post(back, posted);
    expect(answer.statusCode).toBe(303);
    return load(answer.headers.location ?? '');
  }

  return { cookies, load, visit, signIn };
}

/** The post of Apple's page: without our cookies, from another origin. */
const post = ({ pathname, searchParams }: URL, more = {}) =>
  test.app.inject({
    method: 'POST',
    url: pathname,
    headers: { origin: 'https://appleid.apple.com' },
    payload: { ...Object.fromEntries(searchParams), ...more },
  });

const CHANNEL = '0123456789abcdef';
const inWindow = { mode: 'popup', channel: CHANNEL };

/** The window's message to the page that has opened it. */
function resultOf(html: string) {
  const [, json = ''] = /id="result">(.*?)<\/script>/.exec(html) ?? [];
  const { channel, result } = JSON.parse(json);
  expect(channel).toBe(CHANNEL);
  return result as { error?: string; name?: string; tokens: Record<string, string> };
}

const send = (
  method: 'PUT' | 'POST' | 'GET' | 'DELETE',
  url: string,
  payload?: object,
  who?: SignedIn,
) =>
  test.app.inject({
    method,
    url: `/api/${url}`,
    ...(payload && { payload }),
    ...(who && { headers: who.headers }),
  });

describe.each(PROVIDERS)('%s', (provider) => {
  it('hands a ticket to the page, which signs up once and in ever after', async () => {
    const posted = { user: JSON.stringify({ name: { firstName: 'Ann', lastName: 'Reed' } }) };
    const answer = await openBrowser().signIn(provider, inWindow, posted);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'sha/,
    );
    const { tokens, name } = resultOf(answer.body);
    expect(name).toBe('Ann Reed');
    expect((await send('PUT', `${provider}/connect`, tokens)).statusCode).toBe(404);
    const declined = await send('POST', `${provider}/signup`, { ...tokens, terms: false });
    expect(declined.statusCode).toBe(400);
    const signed = await send('POST', `${provider}/signup`, { ...tokens, terms: true });
    expect(signed.statusCode).toBe(201);
    const { user } = signed.json().response;
    expect(user).toMatchObject({ name: 'Ann Reed', email: `flow-${people}@mail.test` });
    // The ticket works once.
    expect((await send('PUT', `${provider}/connect`, tokens)).statusCode).toBe(401);
    const again = resultOf((await openBrowser().signIn(provider, inWindow)).body);
    const connected = await send('PUT', `${provider}/connect`, again.tokens);
    expect(connected.json().response.user.user_id).toBe(user.user_id);
  });

  it('leads a browser without windows through the terms to where it came from', async () => {
    const browser = openBrowser();
    const query = { redirect: '/explore' };
    const answer = await browser.signIn(provider, query);
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      '/connect/signup?redirect=%2Fexplore',
    ]);
    const page = await browser.load(answer.headers.location ?? '');
    expect(page.body).toContain('name="terms"');
    const refused = await browser.load(answer.headers.location ?? '', { name: 'Ann' });
    expect([refused.statusCode, refused.body]).toEqual([
      400,
      expect.stringContaining('Signing up is possible only if you accept the Terms of Service.'),
    ]);
    const signed = await browser.load(answer.headers.location ?? '', {
      name: 'Ann',
      terms: 'true',
    });
    expect([signed.statusCode, signed.headers.location]).toEqual([303, '/explore']);
    expect(browser.cookies.get('session')).toBeTruthy();
    const other = openBrowser();
    const known = await other.signIn(provider, query);
    expect([known.statusCode, known.headers.location]).toEqual([303, '/explore']);
    expect(other.cookies.get('session')).toBeTruthy();
  });

  it('says so if the user declines', async () => {
    Object.assign(google, { refusal: { error: 'access_denied' } });
    Object.assign(apple, { refusal: { error: 'user_cancelled_authorize' } });
    graph.visitor = null;
    twitter.visitor = null;
    const words =
      'Login Failure - you may have denied some permission popups during the connection.';
    const inPopup = await openBrowser().signIn(provider, inWindow);
    expect(resultOf(inPopup.body).error).toBe(words);
    const inPlace = await openBrowser().signIn(provider);
    expect([inPlace.statusCode, inPlace.body]).toEqual([403, expect.stringContaining(words)]);
  });

  it('takes an answer once, and only from the browser that has asked', async () => {
    const browser = openBrowser();
    const back = await browser.visit(provider, inWindow);
    if (provider === 'apple') await post(new URL(back));
    const stranger = await openBrowser().load(back);
    expect([stranger.statusCode, stranger.body]).toEqual([
      400,
      expect.stringContaining('was begun in another browser, or is too old'),
    ]);
    expect(stranger.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    });
    const swapped = new URL(back);
    swapped.searchParams.set('state', 'x'.repeat(43));
    expect((await browser.load(swapped.href)).statusCode).toBe(400);
    expect((await browser.load(back)).statusCode).toBe(200);
    expect((await browser.load(back)).statusCode).toBe(400);
  });

  it('refuses an answer of another sign-in', async () => {
    const browser = openBrowser();
    const mine = new URL(await browser.visit(provider, inWindow));
    const others = new URL(await openBrowser().visit(provider, inWindow));
    const mixed = new URL(others);
    mixed.searchParams.set('state', mine.searchParams.get('state') ?? '');
    if (provider === 'apple') await post(mixed);
    const { body } = await browser.load(mixed.href);
    // Facebook's stand-in does not know whose code it is: PKCE and the state protect the user there.
    if (provider !== 'facebook') expect(resultOf(body).error).toContain('does not confirm');
  });
});

it('asks for another address if that of the service has an account', async () => {
  const { statusCode } = await send('POST', 'v2/auth/signup', {
    email: `flow-${people}@mail.test`,
    password: 'correct horse battery',
    name: 'Ann',
    terms: true,
  });
  expect(statusCode).toBe(201);
  const browser = openBrowser();
  const address = (await browser.signIn('google')).headers.location ?? '';
  expect((await browser.load(address)).body).not.toContain('name="email"');
  const form = { name: 'Ann', terms: 'true' };
  const refused = await browser.load(address, form);
  expect([refused.statusCode, refused.body]).toEqual([
    400,
    expect.stringMatching(/name="email".*is used by another account/s),
  ]);
  const signed = await browser.load(address, { ...form, email: `other-${people}@mail.test` });
  expect(signed.statusCode).toBe(303);
  expect(browser.cookies.get('session')).toBeTruthy();
});

it('makes no account with a profile that another tab has brought since', async () => {
  const browser = openBrowser();
  const first = await browser.signIn('google');
  const address = first.headers.location ?? '';
  const [, token = ''] =
    /name="token"[^>]* value="([^"]+)"/.exec((await browser.load(address)).body) ?? [];
  expect(token).not.toBe('');
  await browser.signIn('twitter');
  const form = { name: 'Ann', terms: 'true', token };
  const stale = await browser.load(address, form);
  expect([stale.statusCode, stale.headers.location]).toEqual([303, address]);
  expect((await browser.load(address)).body).toContain('Your X profile cannot be matched');
  expect(browser.cookies.get('session')).toBeUndefined();
});

it('begins again if the profile of the form was used or is too old', async () => {
  const browser = openBrowser();
  const address = (await browser.signIn('google')).headers.location ?? '';
  await test.database.deleteFrom('sign_in_tickets').execute();
  for (const page of [address, address.replace('signup', 'code')]) {
    const late = await browser.load(page, { name: 'Ann', terms: 'true', code: '123456' });
    expect([late.statusCode, late.headers.location]).toEqual([
      303,
      expect.stringMatching(/^\/connect\/login\?/),
    ]);
  }
});

it('joins the words of an error with commas', async () => {
  const token = `graph-${people}`;
  const scopes = ['public_profile'];
  graph.tokens.set(token, { id: `fb-${people}`, name: 'Ann Reed', scopes, app_id: APP.id });
  const { body } = await openBrowser().signIn('facebook', inWindow);
  expect(resultOf(body).error).toMatch(/during the connection., Facebook did not grant: email$/);
});

describe('OpenID Connect', () => {
  it.each([
    ['made for another app', { aud: 'another.app' }],
    ['with another nonce', { nonce: 'replayed' }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['that has expired', { exp: 1_000, iat: 500 }],
  ])('refuses a token %s', async (_what, wrong) => {
    google.person = { ...google.person, ...wrong };
    const { body } = await openBrowser().signIn('google', inWindow);
    expect(resultOf(body).error).toBe('Google does not confirm this sign-in. Please try again.');
  });

  it('proves itself to Apple by a token that its key has signed', async () => {
    const browser = openBrowser();
    const begun = await browser.load('/connect?provider=apple');
    const { searchParams } = new URL(begun.headers.location ?? '');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_mode: 'form_post',
      code_challenge_method: 'S256',
      scope: 'openid name email',
    });
  });
});

it('keeps no secret in the open', async () => {
  await openBrowser().signIn('google', inWindow);
  const rows = await test.database.selectFrom('sign_in_tickets').selectAll().execute();
  expect(JSON.stringify(rows.map((row) => row.kept.toString()))).not.toContain('flow-');
});

describe('an account', () => {
  const ticketOf = async (provider: Provider) =>
    resultOf((await openBrowser().signIn(provider, inWindow)).body).tokens;
  const password = 'a long password';

  async function newUser(fields: Record<string, unknown> = {}): Promise<SignedIn> {
    const user = await test.signIn();
    const password_hash = await test.deps.passwords.hash(password);
    await test.database
      .updateTable('users')
      .set({ password_hash, ...fields })
      .where('user_id', '=', user.userId)
      .execute();
    return user;
  }

  it('is connected by its password, and lets go again', async () => {
    const user = await newUser();
    const tokens = await ticketOf('google');
    const url = 'v2/me/connections/google';
    for (const wrong of [{}, { password: 'wrong one' }]) {
      const answer = await send('PUT', url, { ...tokens, ...wrong }, user);
      expect([answer.statusCode, answer.json().error.messages[0]]).toEqual([
        400,
        expect.stringMatching(/^password: /),
      ]);
    }
    const answer = await send('PUT', url, { ...tokens, password }, user);
    expect(answer.json().response).toEqual({ state: 'connected' });
    const list = (await send('GET', 'v2/me/connections', undefined, user)).json().response.items;
    expect(list).toContainEqual({ provider: 'google', is_connected: true });
    const signedIn = await send('PUT', 'google/connect', await ticketOf('google'));
    expect(signedIn.json().response.user.user_id).toBe(user.userId);
    google.revoked = 0;
    expect((await send('DELETE', url, undefined, user)).statusCode).toBe(200);
    await test.runJobs();
    expect(google.revoked).toBe(1);
    expect((await send('PUT', 'google/connect', await ticketOf('google'))).statusCode).toBe(404);
  });

  it('does not take a profile that signs in to another one', async () => {
    await send('POST', 'google/signup', { ...(await ticketOf('google')), terms: true });
    const user = await newUser();
    const fields = { ...(await ticketOf('google')), password };
    const answer = await send('PUT', 'v2/me/connections/google', fields, user);
    expect([answer.statusCode, answer.json().error.messages]).toEqual([
      409,
      ['This profile signs in to another account.'],
    ]);
  });

  it('without a password is connected by a mail', async () => {
    const user = await newUser({
      password_hash: null,
      email: 'linked@mail.test',
      email_verified_at: new Date(),
    });
    const answer = await send('PUT', 'v2/me/connections/twitter', await ticketOf('twitter'), user);
    expect(answer.json().response).toEqual({ state: 'mailed' });
    await test.runJobs();
    const query = await linkInOutbox();
    const browser = openBrowser();
    const page = await browser.load(`/connect/connected?${query}`);
    expect(page.body).toContain('Connect X');
    const done = await browser.load(`/connect/connected?${query}`, {});
    expect([done.statusCode, done.body]).toEqual([200, expect.stringContaining('X is connected')]);
    const acts = await test.database
      .selectFrom('audit_log')
      .select(['action', 'address'])
      .where('user_id', '=', user.userId)
      .execute();
    const act = { action: 'connection.add', address: '127.0.0.0' };
    expect(acts).toEqual([act, act]); // the request and the link in the mail
    const signedIn = await send('PUT', 'twitter/connect', await ticketOf('twitter'));
    expect(signedIn.json().response.user.user_id).toBe(user.userId);
    for (const form of [undefined, {}]) {
      const again = await browser.load(`/connect/connected?${query}`, form);
      expect([again.statusCode, again.body]).toEqual([
        404,
        expect.stringContaining('This link does not work'),
      ]);
    }
  });

  it('that nothing else lets in keeps its only connection', async () => {
    const { token, user } = (
      await send('POST', 'twitter/signup', { ...(await ticketOf('twitter')), terms: true })
    ).json().response;
    await test.database
      .updateTable('users')
      .set({ email: null, email_verified_at: null })
      .where('user_id', '=', user.user_id)
      .execute();
    const answer = await test.app.inject({
      method: 'DELETE',
      url: '/api/v2/me/connections/twitter',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.statusCode).toBe(409);
  });
});

/** The query of the link in the newest mail that connects a service. */
async function linkInOutbox(): Promise<string> {
  const folder = join(test.deps.config.dataDir, 'outbox');
  const mails = await Promise.all(
    (await readdir(folder)).map(async (name) =>
      textOfMail(await readFile(join(folder, name), 'utf8')),
    ),
  );
  const links = mails.flatMap((mail) => /connect\/connected\?(\S+)/.exec(mail)?.[1] ?? []);
  return links.at(-1) ?? '';
}
