import type { Connected } from 'earshot/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type GraphServer,
  type OpenIdServer,
  startGraph,
  startOpenId,
  startTwitter,
  type TwitterServer,
} from '../../helpers/sign-in-servers.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

const APP = { id: '1234', secret: 'graph-secret' };
const CONSUMER = { key: 'consumer', secret: 'consumer-secret' };

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
  test = await openTestApp({
    GOOGLE_CLIENT_ID: 'web.google, ios.google',
    GOOGLE_ISSUER: google.issuer,
    APPLE_CLIENT_ID: 'web.apple',
    APPLE_ISSUER: apple.issuer,
    FACEBOOK_APP_ID: APP.id,
    FACEBOOK_APP_SECRET: APP.secret,
    FACEBOOK_GRAPH_URL: graph.url,
    TWITTER_CONSUMER_KEY: CONSUMER.key,
    TWITTER_CONSUMER_SECRET: CONSUMER.secret,
    TWITTER_API_URL: twitter.url,
  });
});
afterAll(async () => {
  await test?.close();
  await Promise.all([google, apple, graph, twitter].map((server) => server?.stop()));
});

type Fields = Record<string, unknown>;

async function send(method: 'PUT' | 'POST', url: string, payload: Fields, headers: Fields = {}) {
  const answer = await test.app.inject({
    method,
    url: `/api/${url}`,
    payload,
    headers: headers as Record<string, string>,
  });
  const { response, error } = JSON.parse(answer.body);
  return {
    status: answer.statusCode,
    headers: answer.headers,
    cookies: answer.cookies,
    response: response as Connected,
    messages: error?.messages as string[] | undefined,
  };
}
const connect = (provider: string, tokens: Fields) => send('PUT', `${provider}/connect`, tokens);
const signUp = (provider: string, fields: Fields) =>
  send('POST', `${provider}/signup`, { terms: true, ...fields });

/** Resolves once a request waits for what another transaction changes. */
async function lockIsAwaited(): Promise<void> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(test.database);
  if (rows[0]?.waiting === 0) await lockIsAwaited();
}

let people = 0;
/** Claims of a new person. */
const person = () => {
  people += 1;
  return { sub: `person-${people}`, name: 'Ann Reed', email: `ann-${people}@mail.test` };
};

describe.each(['google', 'apple'] as const)('%s', (provider) => {
  const server = () => (provider === 'google' ? google : apple);

  it('offers signup to a profile that is not known, and signs it in ever after', async () => {
    const claims = { ...person(), email_verified: provider === 'apple' ? 'true' : true };
    const access_token = await server().tokenOf(claims);
    const unknown = await connect(provider, { access_token });
    expect(unknown.status).toBe(404);
    expect(unknown.messages).toEqual([
      'This profile cannot be matched to an account. Sign up with it first.',
    ]);
    const signed = await signUp(provider, { access_token, referrer: 'an extra field' });
    expect(signed.status).toBe(201);
    const { user, token, sso } = signed.response;
    expect(user).toMatchObject({
      name: 'Ann Reed',
      email: claims.email,
      email_verified: true,
      [provider === 'google' ? 'go_user_id' : 'ap_user_id']: claims.sub,
    });
    expect(token).toBe(sso.token);
    const again = await connect(provider, { access_token });
    expect(again.status).toBe(200);
    expect(again.headers['cache-control']).toBe('no-store');
    expect(again.response.user.user_id).toBe(user.user_id);
    const me = await test.app.inject({
      url: '/api/v2/me',
      headers: { authorization: `Bearer ${again.response.token}` },
    });
    expect(me.json().response.user.user_id).toBe(user.user_id);
  });

  it('refuses a token for another app, of another maker, too old, or without a person', async () => {
    const now = Math.floor(Date.now() / 1_000);
    const bad: Fields[] = [
      { aud: 'another.app' },
      { aud: undefined },
      { iss: 'https://evil.example' },
      { exp: now - 3_600, iat: now - 7_200 },
      { exp: undefined },
      { nbf: now + 3_600 },
      { sub: undefined },
      { sub: '' },
      { sub: 7 },
    ];
    for (const claims of bad) {
      const access_token = await server().tokenOf({ ...person(), ...claims });
      const { status, messages } = await connect(provider, { access_token });
      expect([status, claims]).toEqual([401, claims]);
      expect(messages?.[0]).toContain('does not confirm this sign-in');
      expect((await signUp(provider, { access_token })).status).toBe(401);
    }
  });

  it('refuses what is no token, is not signed, or is signed with another key', async () => {
    const good = await server().tokenOf(person());
    const [header, payload, signature = ''] = good.split('.');
    const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    const stranger = await startOpenId(`web.${provider}`);
    const strange = await stranger.tokenOf({ ...person(), iss: server().issuer });
    await stranger.stop();
    const [first = ''] = signature;
    const forged = (first === 'A' ? 'B' : 'A') + signature.slice(1);
    for (const access_token of [
      'x',
      'a.b.c',
      `${none}.${payload}.`,
      `${header}.${payload}.${forged}`,
      strange,
      'x'.repeat(7_000),
    ]) {
      expect((await connect(provider, { access_token })).status).toBe(401);
    }
  });
});

describe('Google', () => {
  it('takes the tokens of each of the apps of this host', async () => {
    const access_token = await google.tokenOf({ ...person(), aud: 'ios.google' });
    expect((await connect('google', { access_token })).status).toBe(404);
  });

  it('asks the owner of an address that it has not confirmed', async () => {
    const claims = { ...person(), email_verified: false };
    const access_token = await google.tokenOf(claims);
    const { response } = await signUp('google', { access_token });
    expect(response.user).toMatchObject({ email: claims.email, email_verified: false });
    const links = await test.database
      .selectFrom('email_tokens')
      .select('purpose')
      .where('user_id', '=', response.user.user_id)
      .execute();
    expect(links).toEqual([{ purpose: 'verify' }]);
  });

  it('lets somebody choose another name and address, which he must then confirm', async () => {
    const access_token = await google.tokenOf({ ...person(), email_verified: true });
    const typed = { access_token, name: 'Annie', email: 'annie@mail.test' };
    const { response } = await signUp('google', typed);
    expect(response.user).toMatchObject({
      name: 'Annie',
      email: 'annie@mail.test',
      email_verified: false,
    });
  });

  it('takes a typed address if that of the profile has a form that is refused', async () => {
    const claims = { ...person(), email: `ann..${people}@docomo.test`, email_verified: true };
    const access_token = await google.tokenOf(claims);
    expect((await signUp('google', { access_token })).messages).toEqual([
      expect.stringMatching(/^email: /),
    ]);
    const { status, response } = await signUp('google', { access_token, email: 'ann.d@mail.test' });
    expect(status).toBe(201);
    expect(response.user).toMatchObject({ email: 'ann.d@mail.test', email_verified: false });
  });

  it('never signs a profile in to the account of its address', async () => {
    const owner = { ...person(), email_verified: true };
    await signUp('google', { access_token: await google.tokenOf(owner) });
    const other = { ...person(), email: owner.email.toUpperCase(), email_verified: true };
    const access_token = await google.tokenOf(other);
    expect((await connect('google', { access_token })).status).toBe(404);
    const { status, messages } = await signUp('google', { access_token });
    expect(status).toBe(400);
    expect(messages?.[0]).toContain('email: is used by another account');
    expect((await connect('google', { access_token })).status).toBe(404);
  });

  it.each(['without an address', 'with an address'])(
    'makes one account for ten signups at once, %s',
    async (which) => {
      const { email, ...rest } = person();
      const claims = which === 'with an address' ? { ...rest, email, email_verified: true } : rest;
      const access_token = await google.tokenOf(claims);
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => signUp('google', { access_token })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
      const { response } = await connect('google', { access_token });
      const accounts = await test.database
        .selectFrom('users')
        .select('user_id')
        .where('go_user_id', '=', response.user.go_user_id)
        .execute();
      expect(accounts).toHaveLength(1);
    },
  );

  it('signs nobody in by a connection that ends meanwhile', async () => {
    const access_token = await google.tokenOf(person());
    const { response } = await signUp('google', { access_token });
    const { user_id } = response.user;
    const answer = await test.database.transaction().execute(async (transaction) => {
      const own = transaction.updateTable('users').where('user_id', '=', user_id);
      await own.set({ go_user_id: null }).execute();
      const asked = connect('google', { access_token });
      await Promise.race([asked, lockIsAwaited()]);
      return { asked };
    });
    expect((await answer.asked).status).toBe(404);
  });

  it('forgets a profile with its account', async () => {
    const access_token = await google.tokenOf(person());
    const { response } = await signUp('google', { access_token });
    const answer = await test.app.inject({
      method: 'DELETE',
      url: `/api/user/${response.user.user_id}`,
      headers: { authorization: `Bearer ${response.token}` },
      payload: {},
    });
    expect(answer.statusCode).toBe(200);
    expect((await connect('google', { access_token })).status).toBe(404);
  });
});

describe('Facebook', () => {
  const grant = (token: string, user: Fields = {}) =>
    graph.tokens.set(token, {
      id: `fb-${token}`,
      name: 'Ben Cole',
      email: `${token}@mail.test`,
      scopes: ['public_profile', 'email'],
      app_id: APP.id,
      ...user,
    });

  it('stores what was granted and how long, anew at each sign-in', async () => {
    grant('ben', { expires_at: 2_000_000_000 });
    const { response } = await signUp('facebook', { access_token: 'ben' });
    expect(response.user).toMatchObject({
      fb_user_id: 'fb-ben',
      fb_permissions: ['public_profile', 'email'],
      fb_auth_token_expires_at: '2033-05-18T03:33:20.000Z',
      email_verified: false,
    });
    grant('ben', { scopes: ['public_profile', 'email', 'user_link'], expires_at: 0 });
    const { response: later } = await connect('facebook', { access_token: 'ben' });
    expect(later.user).toMatchObject({
      user_id: response.user.user_id,
      fb_permissions: ['public_profile', 'email', 'user_link'],
      fb_auth_token_expires_at: null,
    });
  });

  it('names the permissions that are missing', async () => {
    grant('shy', { scopes: ['public_profile'] });
    const { status, messages } = await connect('facebook', { access_token: 'shy' });
    expect(status).toBe(403);
    expect(messages).toEqual([
      'Login Failure - you may have denied some permission popups during the connection.',
      'Facebook did not grant: email',
    ]);
  });

  it('refuses a token that another app has got, that has ended, or that is unknown', async () => {
    grant('stolen', { app_id: '999' });
    grant('ended', { is_valid: false });
    grant('late', { expires_at: Math.floor(Date.now() / 1_000) - 1 });
    for (const access_token of ['stolen', 'ended', 'late', 'unknown']) {
      expect((await connect('facebook', { access_token })).status).toBe(401);
    }
  });
});

describe('the microblogging service', () => {
  it('signs in by a token and its secret', async () => {
    const body = { id_str: '42', name: 'Cam', screen_name: 'cam', email: 'cam@mail.test' };
    twitter.tokens.set('cam', { secret: 's!cret &', body });
    const tokens = { token: 'cam', token_secret: 's!cret &' };
    expect((await connect('twitter', tokens)).status).toBe(404);
    const { response } = await signUp('twitter', tokens);
    expect(response.user).toMatchObject({ tw_user_id: '42', name: 'Cam', email_verified: true });
    expect((await connect('twitter', tokens)).status).toBe(200);
    expect((await connect('twitter', { ...tokens, token_secret: 'other' })).status).toBe(401);
    expect((await connect('twitter', { ...tokens, token: 'other' })).status).toBe(401);
  });

  it('makes an account without an address if it names none', async () => {
    twitter.tokens.set('dee', { secret: 's', body: { id_str: '43', screen_name: 'dee' } });
    const { status, response } = await signUp('twitter', { token: 'dee', token_secret: 's' });
    expect(status).toBe(201);
    expect(response.user).toMatchObject({ name: 'dee', email: null, email_verified: false });
  });

  it.each([{ body: 'no JSON' }, { body: { id: 44 } }, { body: [] }, { body: { id_str: '' } }])(
    'does not believe an answer without a person: %j',
    async ({ body }) => {
      twitter.tokens.set('odd', { secret: 's', body });
      expect((await connect('twitter', { token: 'odd', token_secret: 's' })).status).toBe(401);
    },
  );
});

describe('a sign-in by another service', () => {
  it.each([
    ['google', { token: 'x', token_secret: 'y' }],
    ['apple', {}],
    ['facebook', {}],
    ['twitter', { access_token: 'x' }],
    ['twitter', { token: 'x' }],
    ['google', { access_token: '' }],
    ['twitter', { token: 'x', token_secret: '' }],
  ])('needs the tokens of %s: %j', async (provider, tokens) => {
    const words = ['No access token, please try to connect first'];
    expect(await connect(provider, tokens)).toMatchObject({ status: 400, messages: words });
    expect(await signUp(provider, tokens)).toMatchObject({ status: 400, messages: words });
  });

  it('takes the address of the profile if the typed one is empty', async () => {
    const claims = { ...person(), email_verified: true };
    const access_token = await google.tokenOf(claims);
    const { response } = await signUp('google', { access_token, email: '' });
    expect(response.user).toMatchObject({ email: claims.email, email_verified: true });
  });

  it('does not read what clients send along', async () => {
    const access_token = await google.tokenOf(person());
    await signUp('google', { access_token });
    const { status } = await send('PUT', 'google/connect', { access_token, referrer: 'blog' });
    expect(status).toBe(200);
  });

  it('makes no account without the terms', async () => {
    const access_token = await google.tokenOf(person());
    for (const terms of [undefined, false]) {
      const { status, messages } = await signUp('google', { access_token, terms });
      expect(status).toBe(400);
      expect(messages).toEqual(['terms: you can sign up only if you accept the Terms of Service']);
    }
    expect((await connect('google', { access_token })).status).toBe(404);
  });

  it('gives the cookie to pages of this host alone', async () => {
    const access_token = await google.tokenOf(person());
    const { cookies } = await signUp('google', { access_token });
    expect(cookies).toEqual([]);
    const origin = 'http://site.test';
    const own = await send('PUT', 'google/connect', { access_token }, { origin });
    expect(own.cookies).toHaveLength(1);
    const evil = 'https://evil.example';
    const foreign = await send('PUT', 'google/connect', { access_token }, { origin: evil });
    expect(foreign.cookies).toEqual([]);
  });

  it('says so in the language of the reader', async () => {
    const answer = await send(
      'PUT',
      'facebook/connect',
      { access_token: 'unknown' },
      { 'accept-language': 'it' },
    );
    expect(answer.messages).toEqual(['Facebook non conferma questo accesso. Riprova.']);
  });
});

describe('a host', () => {
  it('says so if a provider does not answer or answers nonsense, and asks again later', async () => {
    const late = await startOpenId('web');
    const { issuer } = late;
    await late.stop();
    const port = Number(new URL(issuer).port);
    const nonsense = await startGraph(APP);
    const other = await openTestApp({
      GOOGLE_CLIENT_ID: 'web',
      GOOGLE_ISSUER: issuer,
      APPLE_CLIENT_ID: 'web',
      APPLE_ISSUER: nonsense.url,
      FACEBOOK_APP_ID: 'another',
      FACEBOOK_APP_SECRET: 'wrong',
      FACEBOOK_GRAPH_URL: `http://127.0.0.1:${port}`,
    });
    const ask = (provider: string) =>
      other.app.inject({
        method: 'PUT',
        url: `/api/${provider}/connect`,
        payload: { access_token: 'a.b.c', token: 'x', token_secret: 'y' },
      });
    for (const provider of ['google', 'apple', 'facebook']) {
      const answer = await ask(provider);
      expect([provider, answer.statusCode]).toEqual([provider, 503]);
      expect(answer.json().error.messages[0]).toContain('does not answer');
      expect(answer.body).not.toContain(String(port));
    }
    expect((await ask('twitter')).statusCode).toBe(501);
    await other.close();
    await nonsense.stop();
  });

  it('keeps the only connection that it can still ask', async () => {
    const other = await openTestApp({
      GOOGLE_CLIENT_ID: 'web.google',
      GOOGLE_ISSUER: google.issuer,
    });
    const member = await other.signIn();
    await other.database
      .updateTable('users')
      .set({ email: null, email_verified_at: null, go_user_id: 'go', ap_user_id: 'ap' })
      .where('user_id', '=', member.userId)
      .execute();
    const unlink = (provider: string) =>
      other.app.inject({
        method: 'DELETE',
        url: `/api/v2/me/connections/${provider}`,
        headers: member.headers,
      });
    // Apple is no longer configured, so it does not count as a way to sign in.
    expect((await unlink('google')).statusCode).toBe(409);
    expect((await unlink('apple')).statusCode).toBe(200);
    await other.close();
  });

  it('that takes no accounts still signs its members in', async () => {
    const closed = await openTestApp({
      SIGNUP: 'closed',
      GOOGLE_CLIENT_ID: 'web.google',
      GOOGLE_ISSUER: google.issuer,
    });
    const claims = person();
    const payload = { access_token: await google.tokenOf(claims), terms: true };
    const ask = (method: 'PUT' | 'POST', url: string, body: object) =>
      closed.app.inject({ method, url, payload: body });
    expect((await ask('POST', '/api/google/signup', payload)).statusCode).toBe(403);
    const { userId } = await closed.signIn();
    await closed.database
      .updateTable('users')
      .set({ go_user_id: claims.sub })
      .where('user_id', '=', userId)
      .execute();
    const { access_token } = payload;
    expect((await ask('PUT', '/api/google/connect', { access_token })).statusCode).toBe(200);
    await closed.close();
  });
});
