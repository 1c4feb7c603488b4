import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { issueLink } from '../../../src/features/accounts/email-links.ts';
import {
  type GraphServer,
  type OpenIdServer,
  startGraph,
  startOpenId,
  startTwitter,
  type TwitterServer,
} from '../../helpers/sign-in-servers.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';
import {
  startTwitterOauth2,
  type TwitterOauth2Server,
} from '../../helpers/twitter-oauth2-server.ts';

const APP = { id: '1234', secret: 'graph-secret' };
const X_APP = { id: 'x-client', secret: 'x-secret_1' };
const REVOKE = '/2/oauth2/revoke';

let test: TestApp;
let graph: GraphServer;
let twitter: TwitterOauth2Server;
let google: OpenIdServer;
beforeAll(async () => {
  google = await startOpenId('web.google');
  graph = await startGraph(APP);
  twitter = await startTwitterOauth2(X_APP);
  test = await openTestApp({
    GOOGLE_CLIENT_ID: 'web.google',
    GOOGLE_CLIENT_SECRET: 'google-secret',
    GOOGLE_ISSUER: google.issuer,
    FACEBOOK_APP_ID: APP.id,
    FACEBOOK_APP_SECRET: APP.secret,
    FACEBOOK_GRAPH_URL: graph.url,
    FACEBOOK_DIALOG_URL: graph.url,
    TWITTER_CONSUMER_KEY: 'consumer',
    TWITTER_CONSUMER_SECRET: 'consumer-secret',
    TWITTER_API_URL: twitter.url,
    TWITTER_FLOW: 'oauth2',
    TWITTER_CLIENT_ID: X_APP.id,
    TWITTER_CLIENT_SECRET: X_APP.secret,
    TWITTER_AUTHORIZE_URL: `${twitter.url}/i/oauth2/authorize`,
  });
});
afterAll(async () => {
  await test?.close();
  await Promise.all([graph, twitter, google].map((server) => server?.stop()));
});

let people = 0;
beforeEach(() => {
  people += 1;
  const email = `grant-${people}@mail.test`;
  const scopes = ['public_profile', 'email'];
  const token = `graph-token-${people}`;
  graph.tokens.set(token, { id: `fb-${people}`, name: 'Ann Reed', email, scopes, app_id: APP.id });
  Object.assign(graph, { visitor: token, revoked: [], failure: null });
  const person = { id: `tw-${people}`, name: 'Ann Reed', username: 'ann', confirmed_email: email };
  Object.assign(twitter, { person, revoked: [] });
  const claims = { sub: `go-${people}`, name: 'Ann Reed', email, email_verified: true };
  Object.assign(google, { person: claims, revoked: 0, failure: null });
  twitter.failures.clear();
  twitter.tokens.clear();
});

type Service = 'facebook' | 'twitter' | 'google';

/** A browser with cookies of its own. */
function openBrowser() {
  const cookies = new Map<string, string>();

  async function load(address: string) {
    const { pathname, search } = new URL(address, 'http://localhost:4747');
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await test.app.inject({ url: pathname + search, headers: { cookie } });
    for (const { name, value } of answer.cookies) cookies.set(name, value);
    return answer;
  }

  /** Goes to a service: the address that it leads back to. */
  async function visit(provider: Service) {
    const query = new URLSearchParams({ provider, mode: 'popup', channel: '0123456789abcdef' });
    const begun = await load(`/connect?${query}`);
    const page = await fetch(begun.headers.location ?? '', { redirect: 'manual' });
    return page.headers.get('location') ?? '';
  }

  return { load, visit };
}

/** The window's message to the page that has opened it. */
const resultOf = (html: string) =>
  JSON.parse(/id="result">(.*?)<\/script>/.exec(html)?.[1] ?? '').result as {
    error?: string;
    tokens: Record<string, string>;
  };

async function ticketOf(provider: Service) {
  const browser = openBrowser();
  return resultOf((await browser.load(await browser.visit(provider))).body).tokens;
}

const send = (method: 'PUT' | 'POST' | 'DELETE', url: string, payload: object, token = '') =>
  test.app.inject({
    method,
    url: `/api/${url}`,
    payload,
    ...(token && { headers: { authorization: `Bearer ${token}` } }),
  });

async function signUp(provider: Service) {
  const payload = { ...(await ticketOf(provider)), terms: true };
  const answer = await send('POST', `${provider}/signup`, payload);
  expect(answer.statusCode).toBe(201);
  return answer.json().response as { token: string; user: { user_id: number } };
}

const unlink = (provider: Service, token: string) =>
  send('DELETE', `v2/me/connections/${provider}`, {}, token);

const UNCONFIRMED = 'X does not confirm this sign-in. Please try again.';
const SILENT = 'X does not answer. Please try again later.';

describe('X by OAuth 2', () => {
  it('proves itself by PKCE, and signs up once and in ever after', async () => {
    const begun = await openBrowser().load('/connect?provider=twitter');
    const { searchParams } = new URL(begun.headers.location ?? '');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: X_APP.id,
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      scope: 'users.read tweet.read users.email',
    });
    const { user } = await signUp('twitter');
    expect(user).toMatchObject({
      tw_user_id: `tw-${people}`,
      name: 'Ann Reed',
      email: `grant-${people}@mail.test`,
      email_verified: true,
    });
    const again = await send('PUT', 'twitter/connect', await ticketOf('twitter'));
    expect(again.json().response.user.user_id).toBe(user.user_id);
  });

  it('makes an account without an address if it names none', async () => {
    twitter.person = { id: `tw-${people}`, username: 'ann' };
    expect((await signUp('twitter')).user).toMatchObject({ name: 'ann', email: null });
  });

  it('says so if the user declines', async () => {
    twitter.person = null;
    const browser = openBrowser();
    const { body } = await browser.load(await browser.visit('twitter'));
    expect(resultOf(body).error).toBe(
      'Login Failure - you may have denied some permission popups during the connection.',
    );
  });

  it('refuses the code of another sign-in, whose verifier is another', async () => {
    const browser = openBrowser();
    const mine = new URL(await browser.visit('twitter'));
    const others = new URL(await openBrowser().visit('twitter'));
    mine.searchParams.set('code', others.searchParams.get('code') ?? '');
    expect(resultOf((await browser.load(mine.href)).body).error).toBe(UNCONFIRMED);
  });

  it('takes a state once, and only from the browser that has asked', async () => {
    const browser = openBrowser();
    const back = await browser.visit('twitter');
    const swapped = new URL(back);
    swapped.searchParams.set('state', 'x'.repeat(43));
    expect((await browser.load(swapped.href)).statusCode).toBe(400);
    expect((await openBrowser().load(back)).statusCode).toBe(400);
    expect(resultOf((await browser.load(back)).body).error).toBeUndefined();
    expect((await browser.load(back)).statusCode).toBe(400);
  });

  it('refuses a code that was used, or is too old', async () => {
    const first = openBrowser();
    const used = new URL(await first.visit('twitter')).searchParams.get('code') ?? '';
    const second = openBrowser();
    const replayed = new URL(await second.visit('twitter'));
    replayed.searchParams.set('code', used);
    expect(resultOf((await second.load(replayed.href)).body).error).toBe(UNCONFIRMED);
    const third = openBrowser();
    const late = await third.visit('twitter');
    twitter.expireCodes();
    expect(resultOf((await third.load(late)).body).error).toBe(UNCONFIRMED);
  });

  it.each([
    ['/2/oauth2/token', 503, SILENT],
    ['/2/oauth2/token', 429, SILENT],
    ['/2/oauth2/token', 401, UNCONFIRMED],
    ['/2/users/me', 503, SILENT],
    ['/2/users/me', 429, SILENT],
    ['/2/users/me', 403, UNCONFIRMED],
  ])('explains %s if it answers %i', async (path, status, words) => {
    for (const body of [{ error: 'trouble' }, { title: 'Trouble', status }, 'Trouble']) {
      twitter.failures.set(path, { status, body });
      const browser = openBrowser();
      const { body: page } = await browser.load(await browser.visit('twitter'));
      expect(resultOf(page).error).toBe(words);
    }
  });

  it('does not believe an answer without a person', async () => {
    for (const body of ['no JSON', {}, { data: null }, { data: { id: 7 } }, { data: [] }]) {
      twitter.failures.set('/2/users/me', { body });
      const browser = openBrowser();
      const { body: page } = await browser.load(await browser.visit('twitter'));
      expect(resultOf(page).error).toBe(UNCONFIRMED);
    }
  });

  it('says so if nobody listens there', async () => {
    const gone = await startTwitterOauth2(X_APP);
    await gone.stop();
    const authorizeUrl = `${twitter.url}/i/oauth2/authorize`;
    const other = await openTestApp({
      TWITTER_CONSUMER_KEY: 'consumer',
      TWITTER_CONSUMER_SECRET: 'consumer-secret',
      TWITTER_API_URL: gone.url,
      TWITTER_FLOW: 'oauth2',
      TWITTER_CLIENT_ID: X_APP.id,
      TWITTER_CLIENT_SECRET: X_APP.secret,
      TWITTER_AUTHORIZE_URL: authorizeUrl,
    });
    const begun = await other.app.inject({ url: '/connect?provider=twitter' });
    const page = await fetch(begun.headers.location ?? '', { redirect: 'manual' });
    const { pathname, search } = new URL(page.headers.get('location') ?? '');
    const cookie = begun.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const answer = await other.app.inject({ url: pathname + search, headers: { cookie } });
    expect([answer.statusCode, answer.body]).toEqual([503, expect.stringContaining(SILENT)]);
    await other.close();
  });
});

/** The waiting jobs, as text. */
async function waitingJobs(): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select row_to_json(job)::text || coalesce(private.payload::text, '') as text
    from graphile_worker.jobs job join graphile_worker._private_jobs private using (id)
    where task_identifier = 'give_grant_back'`.execute(test.database);
  return rows.map(({ text }) => text);
}

const later = () => new Date(Date.now() + 24 * 3_600_000);

const down = () => {
  graph.failure = { status: 503, body: { error: { message: 'down', code: 2 } } };
  google.failure = 503;
};

const up = () => {
  graph.failure = null;
  google.failure = null;
};

/** How often a grant was revoked at a service. Facebook also gets the id of the user. */
const revokedBy = (provider: 'facebook' | 'google') => {
  if (provider === 'google') return google.revoked;
  expect(graph.revoked.every((owner) => owner === `fb-${people}`)).toBe(true);
  return graph.revoked.length;
};

describe.each(['facebook', 'google'] as const)('what %s has granted', (provider) => {
  /** Signs up: the account, and the grant that must be revoked. */
  async function settle() {
    const { token, user } = await signUp(provider);
    await test.database
      .updateTable('users')
      .set({ email: `kept-${people}@mail.test`, email_verified_at: new Date() })
      .where('user_id', '=', user.user_id)
      .execute();
    return { token, userId: user.user_id };
  }

  it('goes back when the connection ends', async () => {
    const { token } = await settle();
    expect((await unlink(provider, token)).statusCode).toBe(200);
    await test.runJobs();
    expect(revokedBy(provider)).toBe(1);
    expect(await waitingJobs()).toEqual([]);
  });

  it('goes back when the account ends', async () => {
    const { token, userId } = await settle();
    expect((await send('DELETE', `user/${userId}`, {}, token)).statusCode).toBe(200);
    await test.runJobs();
    expect(revokedBy(provider)).toBe(1);
  });

  it('goes back when the owner of an unconfirmed address takes the account', async () => {
    const { userId } = await settle();
    const email = `kept-${people}@mail.test`;
    await test.database
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('user_id', '=', userId)
      .execute();
    const link = { purpose: 'reset', userId, email, lastsMs: 60_000 } as const;
    const reset = { token: await issueLink(test.database, link), password: 'owner horse' };
    expect((await send('POST', 'v2/auth/password/reset', reset)).statusCode).toBe(201);
    await test.runJobs();
    expect(revokedBy(provider)).toBe(1);
  });

  it('is tried again while the service is down, and no secret is written down', async () => {
    const { token } = await settle();
    down();
    expect((await unlink(provider, token)).statusCode).toBe(200);
    const said = await test.runJobs({ mayFail: true });
    expect(said.join()).toMatch(/give_grant_back.* failed in attempt 1 of 10, it will be tried/);
    const written = [...said, ...(await waitingJobs())].join();
    const secrets = [APP.secret, 'google-secret', `graph-token-${people}`];
    if (provider === 'google') secrets.push(google.issued.at(-1) ?? '');
    for (const secret of secrets) expect(written).not.toContain(secret);
    expect(revokedBy(provider)).toBe(0);
    up();
    await test.runJobs({ until: later() });
    expect(revokedBy(provider)).toBe(1);
    expect(await waitingJobs()).toEqual([]);
  });

  it('stays if the profile is connected again meanwhile', async () => {
    const { token } = await settle();
    down();
    await unlink(provider, token);
    await test.runJobs({ mayFail: true });
    await signUp(provider);
    up();
    await test.runJobs({ until: later() });
    expect(revokedBy(provider)).toBe(0);
  });
});

it('goes back if the account is connected with another profile', async () => {
  const { token, user } = await signUp('facebook');
  const mine = `fb-${people}`;
  const hash = await test.deps.passwords.hash('a long password');
  await test.database
    .updateTable('users')
    .set({ password_hash: hash })
    .where('user_id', '=', user.user_id)
    .execute();
  const other = { id: `other-${people}`, scopes: ['public_profile', 'email'], app_id: APP.id };
  graph.visitor = 'another-token';
  graph.tokens.set('another-token', other);
  const fields = { ...(await ticketOf('facebook')), password: 'a long password' };
  const linked = await send('PUT', 'v2/me/connections/facebook', fields, token);
  expect(linked.json().response).toEqual({ state: 'connected' });
  await test.runJobs();
  expect(graph.revoked).toEqual([mine]);
  await send('DELETE', 'v2/me/connections/facebook', {}, token);
  await test.runJobs();
  expect(graph.revoked).toEqual([mine, other.id]);
});

describe('a token of X by OAuth 2', () => {
  const keptFor = (userId: number) =>
    test.database
      .selectFrom('provider_tokens')
      .select('provider')
      .where('user_id', '=', userId)
      .execute();

  it('goes back at once, so that nothing of it is stored', async () => {
    const { token, user } = await signUp('twitter');
    expect([twitter.revoked.length, twitter.tokens.size]).toEqual([1, 0]);
    expect(await keptFor(user.user_id)).toEqual([]);
    expect((await unlink('twitter', token)).statusCode).toBe(200);
    await test.runJobs();
    expect([twitter.revoked.length, await waitingJobs()]).toEqual([1, []]);
  });

  it('signs in also if X does not take it back', async () => {
    twitter.failures.set(REVOKE, { status: 503, body: { title: 'Service Unavailable' } });
    const { user } = await signUp('twitter');
    expect(await keptFor(user.user_id)).toEqual([]);
  });
});

it('counts as given back if the user has removed the app at Facebook', async () => {
  const { token } = await signUp('facebook');
  await test.database
    .updateTable('users')
    .set({ email: `kept-${people}@mail.test`, email_verified_at: new Date() })
    .where('fb_user_id', '=', `fb-${people}`)
    .execute();
  graph.failure = { status: 400, body: { error: { code: 190, error_subcode: 458 } } };
  await unlink('facebook', token);
  await test.runJobs();
  expect(await waitingJobs()).toEqual([]);
});

describe('X by OAuth 1.0a', () => {
  it('gets its pair back, also after the host has changed to OAuth 2', async () => {
    const consumer = { key: 'consumer', secret: 'consumer-secret' };
    const old: TwitterServer = await startTwitter(consumer);
    const settings = {
      TWITTER_CONSUMER_KEY: consumer.key,
      TWITTER_CONSUMER_SECRET: consumer.secret,
      TWITTER_API_URL: old.url,
    };
    const { twitterProvider } = await import('../../../src/features/sign-in/twitter.ts');
    const { readSignIn } = await import('../../../src/config/sign-in.ts');
    for (const more of [
      {},
      { TWITTER_FLOW: 'oauth2', TWITTER_CLIENT_ID: 'a', TWITTER_CLIENT_SECRET: 'b' },
    ]) {
      const { twitter: read } = readSignIn({ ...settings, ...more });
      if (!read) throw new Error('X is not set up');
      old.tokens.set('pair', { secret: 's', body: {} });
      const revoke = () =>
        twitterProvider(read).codeFlow?.revoke({ token: 'pair', token_secret: 's' });
      await revoke();
      expect(old.revoked.splice(0)).toEqual(['pair']);
      // The user may have ended it at X.
      await revoke();
      expect(old.revoked).toEqual([]);
    }
    await old.stop();
  });
});
