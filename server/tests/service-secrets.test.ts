import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../src/app.ts';
import { addPlan } from '../src/features/plans/plans.ts';
import { openPush } from '../src/platform/push/open-push.ts';
import { author } from './helpers/author.ts';
import { openTestApp, type TestApp } from './helpers/test-app.ts';

// Every service is configured, and each of them answers with an error that repeats the whole request. No page, answer
// or log may contain any of it.

const APPLE_KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

/** Secrets of the host, and secrets that services have issued for one person. */
const SECRETS = {
  GOOGLE_CLIENT_SECRET: 'google-client-secret-71',
  FACEBOOK_APP_SECRET: 'facebook-app-secret-72',
  TWITTER_CONSUMER_SECRET: 'twitter-consumer-secret-73',
  APPLE_PRIVATE_KEY: APPLE_KEY.split('\n')[1] ?? '',
  STRIPE_SECRET_KEY: 'sk_test_stripe-secret-key-74',
  STRIPE_WEBHOOK_SECRET: 'whsec_stripe-webhook-secret-75',
  PUSHER_SECRET: 'pusher-secret-76',
  IHR_TOKEN: 'radio-directory-token-77',
  SMTP_PASSWORD: 'smtp-password-78',
  ADS_KEY: 'key-of-the-ad-server-79',
  given_code: 'code-of-a-sign-in-80',
  given_token: 'token-of-a-person-81',
  given_secret: 'secret-of-a-person-82',
};

type Behaviour = (asked: string) => { status: number; body: unknown };

/** Kinds of failure. Each repeats the request, in the fields in which services explain themselves. */
const BEHAVIOURS: Record<string, Behaviour> = {
  'OAuth’s JSON': (asked) => ({
    status: 400,
    body: { error: 'invalid_grant', error_description: asked, message: asked },
  }),
  'errors as objects': (asked) => ({
    status: 401,
    body: {
      error: { type: 'invalid_request_error', code: asked, message: asked, param: asked },
      errors: [{ code: 32, message: asked }],
    },
  }),
  'a broken server': (asked) => ({ status: 500, body: `<h1>${asked}</h1>` }),
  'an answer of another kind': (asked) => ({ status: 200, body: { id: asked, url: asked } }),
};

let behaviour: Behaviour = () => ({ status: 500, body: '' });
const asked: string[] = [];

const mirror = createServer(async (request, reply) => {
  const { method, url = '/', headers } = request;
  if (url.endsWith('/.well-known/openid-configuration')) {
    const issuer = `${origin()}${url.slice(0, url.indexOf('/.well-known'))}`;
    reply.writeHead(200, { 'content-type': 'application/json' });
    return reply.end(JSON.stringify(discoveryOf(issuer)));
  }
  const sent = `${method} ${url} ${decodeURIComponent(url)} ${JSON.stringify(headers)} ${await text(request)}`;
  asked.push(sent, unpackBasic(headers.authorization));
  const { status, body } = behaviour(`${sent} ${unpackBasic(headers.authorization)}`);
  const isText = typeof body === 'string';
  reply.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json' });
  reply.end(isText ? body : JSON.stringify(body));
});
/** Takes no mail. */
const mails = createTcpServer((socket) => socket.end('554 No\r\n'));
const portOf = (server: typeof mails) => (server.address() as AddressInfo).port;
const origin = () => `http://127.0.0.1:${portOf(mirror)}`;
const unpackBasic = (header = '') =>
  Buffer.from(/^Basic (.*)$/.exec(header)?.[1] ?? '', 'base64').toString();

const discoveryOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  revocation_endpoint: `${issuer}/revoke`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
});

let test: TestApp;
let app: TestApp['app'];
let written = '';
const say = (...things: unknown[]) => {
  written += `${things.map((thing) => (typeof thing === 'string' ? thing : JSON.stringify(thing))).join(' ')}\n`;
};
const showAll =
  (name: string) =>
  (...given: unknown[]) =>
    `${name} ${JSON.stringify(given)}`;

beforeAll(async () => {
  for (const server of [mirror, mails]) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  }
  const url = origin();
  test = await openTestApp(
    {
      GOOGLE_CLIENT_ID: 'web.google',
      GOOGLE_CLIENT_SECRET: SECRETS.GOOGLE_CLIENT_SECRET,
      GOOGLE_ISSUER: `${url}/google`,
      APPLE_CLIENT_ID: 'web.apple',
      APPLE_ISSUER: `${url}/apple`,
      APPLE_TEAM_ID: 'TEAM',
      APPLE_KEY_ID: 'KEY',
      APPLE_PRIVATE_KEY: APPLE_KEY.replaceAll('\n', '\\n'),
      FACEBOOK_APP_ID: '1234',
      FACEBOOK_APP_SECRET: SECRETS.FACEBOOK_APP_SECRET,
      FACEBOOK_GRAPH_URL: `${url}/graph`,
      FACEBOOK_DIALOG_URL: `${url}/dialog`,
      TWITTER_CONSUMER_KEY: 'consumer',
      TWITTER_CONSUMER_SECRET: SECRETS.TWITTER_CONSUMER_SECRET,
      TWITTER_API_URL: `${url}/twitter`,
      STRIPE_SECRET_KEY: SECRETS.STRIPE_SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_public',
      STRIPE_WEBHOOK_SECRET: SECRETS.STRIPE_WEBHOOK_SECRET,
      STRIPE_URL: url,
      PUSHER_APP_ID: '7',
      PUSHER_KEY: 'a-key',
      PUSHER_SECRET: SECRETS.PUSHER_SECRET,
      PUSHER_HOST: url,
      IHR_URL: `${url}/radio`,
      IHR_PRIVATE: 'true',
      IHR_TOKEN: SECRETS.IHR_TOKEN,
      SMTP_URL: `smtp://host:${SECRETS.SMTP_PASSWORD}@127.0.0.1:${portOf(mails)}`,
      ADS_URL: `vast:${url}/vast?key=${SECRETS.ADS_KEY}`,
      ADS_PRIVATE: 'true',
    },
    {
      renderPlayerPage: showAll('player'),
      renderDocument: showAll('document'),
      renderTemplate: showAll('template'),
      renderWorker: showAll('worker'),
    },
  );
  const terms = { name: 'Plan', description: '', currency: 'eur', interval: 'month' } as const;
  const sizes = { storage_bytes: 1_000, upload_bytes: 100, features: [] };
  const paid = { ...terms, ...sizes, plan_id: 'studio', price: 900 };
  await addPlan(test.database, { ...paid, stripePriceId: 'price_studio' });
  const logTo = { write: (line: string) => say(line) };
  const config = { ...test.deps.config, logLevel: 'trace', logTo };
  const report = (level: string, message: string) => say(level, message);
  const push = await openPush({ config, database: test.database, report });
  app = await createApp({ ...test.deps, ...push, config });
});
afterAll(async () => {
  await app?.close();
  await test?.close();
  mirror.closeAllConnections();
  mirror.close();
  mails.close();
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A browser. All that it receives counts as output. */
function openBrowser(headers: Record<string, string> = {}) {
  const cookies = new Map<string, string>();
  return async function load(method: Method, address: string, payload?: object) {
    const { pathname, search } = new URL(address, 'http://site.test');
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await app.inject({
      method,
      url: pathname + search,
      headers: { cookie, ...headers },
      ...(payload && { payload }),
    });
    for (const { name, value } of answer.cookies) cookies.set(name, value);
    say(pathname, answer.statusCode, answer.headers, answer.body);
    return answer;
  };
}

const PROVIDERS = ['google', 'apple', 'facebook', 'twitter'] as const;
const { given_code, given_token, given_secret } = SECRETS;

async function signIn(provider: (typeof PROVIDERS)[number]) {
  const load = openBrowser();
  const begun = await load('GET', `/connect?provider=${provider}`);
  const state = new URL(begun.headers.location ?? '/', 'http://site.test').searchParams.get(
    'state',
  );
  const back = new URLSearchParams({ state: state ?? '', code: given_code });
  if (provider === 'twitter') {
    back.set('oauth_token', given_token);
    back.set('oauth_verifier', given_code);
  }
  await load('GET', `/connect/callback/${provider}?${back}`);
  const tokens = { access_token: given_token, token: given_token, token_secret: given_secret };
  await load('PUT', `/api/${provider}/connect`, tokens);
  await load('POST', `/api/${provider}/signup`, { ...tokens, terms: true });
}

async function pay() {
  const { headers } = await test.signIn();
  const load = openBrowser(headers);
  const payment = '/api/v2/payment';
  await load('POST', `${payment}/subscriptions/studio/intents`);
  await load('POST', `${payment}/subscriptions/studio/intents/confirmed`);
  await load('POST', `${payment}/cards/intents`);
  await load('POST', `${payment}/cards/attach`, { intent_id: 'seti_1' });
  await load('GET', `${payment}/subscription`);
  await load('GET', `${payment}/details`);
  await load('GET', `${payment}/purchases`);
  await load('DELETE', `${payment}/subscription`);
  await load('POST', `${payment}/webhooks`, { id: 'evt_1' });
}

async function publish() {
  const owner = await test.signIn({ admin: true });
  const ann = author(test, owner);
  const { show_id, episode_id } = await ann.makeEpisode();
  await ann.publish(episode_id);
  const load = openBrowser(owner.headers);
  await load('PUT', `/api/show/${show_id}/ihr/status`);
  await load('POST', '/login/reset', { email: `${owner.permalink}@example.org` });
  say(await test.runJobs({ until: new Date(Date.now() + 3_600_000), mayFail: true }));
  await load('GET', `/api/show/${show_id}/ihr/status`);
  await load('GET', `/api/v3/ads/listen?episode_id=${episode_id}&client_uuid=somebody`);
  const fan = await test.signIn();
  const follow = `/api/v2/users/${fan.userId}/followings/${owner.userId}`;
  await openBrowser(fan.headers)('PUT', follow);
  await test.deps.push.settle();
  await openBrowser(fan.headers)('POST', '/pusher/auth', {
    socket_id: '1.2',
    channel_name: `private-user_${fan.userId}`,
  });
}

async function openPages() {
  const { cookies } = await test.signIn({ admin: true });
  for (const headers of [{}, cookies]) {
    const load = openBrowser(headers);
    const pages = [
      '/',
      '/login',
      '/signup',
      '/plans',
      '/cms/settings/plan-and-billing',
      '/admin',
      '/api/v2/host/jobs',
      '/api/v2/host/settings',
    ];
    for (const page of [...pages, '/player?episode_id=1', '/api/openapi.json', '/connect/signup']) {
      await load('GET', page);
      await load('GET', `/ajax?url=${encodeURIComponent(page)}`);
    }
  }
}

describe('the secrets of services', () => {
  it.each(Object.keys(BEHAVIOURS))(
    'are in no page, answer or log, if every service answers with %s',
    async (name) => {
      behaviour = BEHAVIOURS[name] ?? behaviour;
      asked.length = 0;
      written = '';
      for (const provider of PROVIDERS) await signIn(provider);
      await pay();
      await publish();
      await openPages();
      const found = Object.entries(SECRETS).filter(([, secret]) => written.includes(secret));
      expect(found.map(([secret]) => secret)).toEqual([]);
      expect(written).toContain('/connect/callback/google');
    },
    60_000,
  );

  it('have reached the services themselves in these tests', () => {
    const all = asked.join('\n');
    const sent = Object.entries(SECRETS).filter(([, secret]) => all.includes(secret));
    expect(sent.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'GOOGLE_CLIENT_SECRET',
        'FACEBOOK_APP_SECRET',
        'STRIPE_SECRET_KEY',
        'IHR_TOKEN',
        'ADS_KEY',
        'given_code',
        'given_token',
      ]),
    );
  });
});
