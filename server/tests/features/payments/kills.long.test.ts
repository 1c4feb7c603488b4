import { randomInt } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltServer, isBuilt, startBuiltServer } from '../../helpers/built-server.ts';
import { type FakeStripe, startFakeStripe } from '../../helpers/fake-stripe.ts';
import { findPostmasters, signal } from '../../helpers/postgres-processes.ts';
import { freePort } from '../../helpers/redis-server.ts';
import { runAdmin } from '../../helpers/run-admin.ts';
import { type OpenIdServer, startOpenId } from '../../helpers/sign-in-servers.ts';

/** `KILLS=100 npx vitest run --project=long server/tests/features/payments` takes several minutes. */
const KILLS = Number(process.env.KILLS ?? 3);
const BUSY_MS = 400; // the usual duration of a signup and a payment

let folder = '';
let port = 0;
let server: BuiltServer;
let stripe: FakeStripe;
let google: OpenIdServer;
let token = '';
/** The output of the servers, including killed ones. */
let said = '';

const SECRETS = {
  GOOGLE_CLIENT_SECRET: 'google-secret-4711',
  FACEBOOK_APP_SECRET: 'facebook-secret-4711',
  TWITTER_CONSUMER_SECRET: 'twitter-secret-4711',
  HOST_KEY: 'host-key-4711-host-key-4711-host-key',
};

const start = () =>
  startBuiltServer({
    ...stripe.env,
    ...SECRETS,
    DATA_DIR: folder,
    SITE_URL: `http://127.0.0.1:${port}`,
    HOST: '127.0.0.1',
    PORT: String(port),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'debug',
    GOOGLE_CLIENT_ID: 'web.google',
    GOOGLE_ISSUER: google.issuer,
    FACEBOOK_APP_ID: '1234',
    FACEBOOK_GRAPH_URL: 'http://127.0.0.1:9',
    TWITTER_CONSUMER_KEY: 'consumer',
    TWITTER_API_URL: 'http://127.0.0.1:9',
  });

/** Kills the server at a random moment of the following steps, and starts another. */
async function killSoon(): Promise<void> {
  await sleep(randomInt(BUSY_MS));
  await kill();
  server = start();
  await server.ready;
}

async function kill(): Promise<void> {
  server.process.kill('SIGKILL');
  await server.ended;
  said += server.said.out + server.said.err;
}

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into the answers of several routes
  response: any;
}

/** The answers to clients. */
let read = '';
async function ask(method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  read += text;
  return { status: answer.status, response: JSON.parse(text).response };
}

/** Sends a request until it is answered, like a person after a broken connection. */
async function insist(
  done: readonly number[],
  ...request: Parameters<typeof ask>
): Promise<Answer> {
  let last: unknown;
  for (let round = 0; round < 300; round++) {
    const answer = await ask(...request).catch((error: unknown) => {
      last = error;
      return null;
    });
    if (answer && done.includes(answer.status)) return answer;
    if (answer) last = `status ${answer.status}`;
    await sleep(100);
  }
  throw new Error(`${request[0]} ${request[1]} failed: ${last}`);
}

describe.runIf(isBuilt)('a server that is killed', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'earshot-pay-kills-'));
    await chmod(folder, 0o755);
    port = await freePort();
    stripe = await startFakeStripe();
    google = await startOpenId('web.google');
    server = start();
    await server.ready;
    const env = { DATA_DIR: folder };
    const terms = ['--price', '900', '--currency', 'eur', '--interval', 'month'];
    const sizes = ['--storage', '10000000', '--upload', '1000000'];
    for (const id of ['studio', 'label']) {
      const price = ['--stripe-price', `price_${id}`];
      const plan = ['plan', 'add', id, '--name', id, ...terms, ...sizes, ...price];
      const { code, error } = await runAdmin(plan, { env });
      expect([code, error]).toEqual([0, '']);
    }
  }, 120_000);
  afterAll(async () => {
    server?.process.kill('SIGTERM');
    await server?.ended;
    signal(await findPostmasters(folder), 'SIGTERM');
    await Promise.all([stripe?.stop(), google?.stop()]);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it('makes one account and one subscription of each attempt, and charges once', async () => {
    for (let round = 0; round < KILLS; round++) {
      token = '';
      const person = { sub: `killed-${round}`, name: 'Ann Reed', email: `k${round}@mail.test` };
      const access_token = await google.tokenOf({ ...person, email_verified: true });
      const doomed = killSoon();

      const signUp = { access_token, terms: true };
      const signed = await insist([201, 409], 'POST', '/google/signup', signUp);
      const entered =
        signed.status === 201
          ? signed
          : await insist([200], 'PUT', '/google/connect', { access_token });
      token = entered.response.token;
      const before = stripe.subscriptions.length;
      const path = '/v2/payment/subscriptions/studio/intents';
      await insist([200], 'POST', '/v2/payment/subscriptions/label/intents', {});
      await insist([200], 'POST', path, {});
      await doomed;
      await insist([200], 'POST', path, {});
      const [other, ...made] = stripe.subscriptions.slice(before);
      expect([other?.status, other?.invoice.status]).toEqual(['canceled', 'void']);
      expect(made).toHaveLength(1);
      const id = made[0]?.id ?? '';
      stripe.pay(id);
      const { response } = await insist([200], 'POST', `${path}/confirmed`, {});
      expect(response.billing.subscription.status).toBe('active');
      expect(stripe.charges.filter((charged) => charged === id)).toHaveLength(1);
      const me = await insist([200], 'GET', '/v2/me');
      expect(me.response.user.go_user_id).toBe(person.sub);
    }
    expect(stripe.customers.length).toBe(KILLS);
  }, 600_000);

  it('changes a plan, a card and the details once, and charges once', async () => {
    const id = stripe.subscriptions.at(-1)?.id ?? '';
    stripe.prices.set('price_label', 2_900);
    stripe.prices.set('price_studio', 900);
    const charged = () => stripe.charges.filter((one) => one === id).length;
    for (let round = 0; round < KILLS; round++) {
      const before = charged();
      const plan_id = round % 2 === 0 ? 'label' : 'studio';
      const doomed = killSoon();
      // Some rounds leave a plan that ends with its period, which cannot be changed.
      await insist([200], 'POST', '/v2/payment/subscription/reactivate', {});
      await insist([200], 'PUT', '/v2/payment/subscription', { plan_id });
      await insist([200], 'PUT', '/v2/payment/details', {
        name: `Payer ${round}`,
        line1: 'Via Roma 1',
        city: 'Roma',
        country: 'IT',
        tax_id: `IT123456789${round % 10}1`,
      });
      const { intent } = (await insist([200], 'POST', '/v2/payment/cards/intents', {})).response;
      stripe.storeCard(intent.client_secret, `424242424242${4_000 + round}`);
      const { intent_id } = intent;
      await insist([200], 'POST', '/v2/payment/cards/attach', { intent_id });
      await insist([200], 'DELETE', '/v2/payment/subscription');
      if (round % 3 > 0) await insist([200], 'POST', '/v2/payment/subscription/reactivate', {});
      await doomed;
      const { response } = await insist([200], 'GET', '/v2/payment/subscription');
      expect(response.billing.subscription).toMatchObject({
        plan: { plan_id },
        status: 'active',
        cancel_at_period_end: round % 3 === 0,
        card: { last4: String(4_000 + round) },
      });
      // The dearer plan is paid for once; the cheaper one is a credit.
      expect(charged() - before).toBe(plan_id === 'label' ? 1 : 0);
      expect(stripe.customers.at(-1)?.taxIds).toHaveLength(1);
    }
  }, 600_000);

  it('has told nobody a secret, also not of services that fail', async () => {
    for (const provider of ['google', 'facebook']) {
      await ask('PUT', `/${provider}/connect`, { access_token: 'nonsense' });
    }
    await ask('PUT', '/twitter/connect', { token: 'a', token_secret: 'b' });
    for (const path of ['/login', '/plans', '/connect/login', '/payment/card/frame']) {
      read += await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
    }
    for (const provider of ['google', 'facebook', 'twitter']) {
      const address = `http://127.0.0.1:${port}/connect?provider=${provider}`;
      read += await (await fetch(address, { redirect: 'manual' })).text();
    }
    await stripe.stop();
    await ask('GET', '/v2/payment/subscription');
    await ask('POST', '/v2/payment/subscription/reactivate', {});
    await kill();
    const secrets = {
      ...SECRETS,
      key: stripe.env.STRIPE_SECRET_KEY,
      hook: stripe.env.STRIPE_WEBHOOK_SECRET,
    };
    for (const [name, secret] of Object.entries(secrets)) {
      expect([name, said.includes(String(secret)), read.includes(String(secret))]).toEqual([
        name,
        false,
        false,
      ]);
    }
    expect(said).not.toBe('');
    expect(read).toContain('pk_test_public');
  });
});
