import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPlan } from '../src/features/plans/plans.ts';
import { isBuilt } from './helpers/built-server.ts';
import { type FakeStripe, startFakeStripe } from './helpers/fake-stripe.ts';
import { GOOD_CARD } from './helpers/fake-stripe-script.ts';
import {
  allAtOnce,
  type Course,
  insist,
  type KilledServer,
  openKilledServer,
} from './helpers/killed-server.ts';
import {
  type GraphServer,
  type OpenIdServer,
  startGraph,
  startOpenId,
} from './helpers/sign-in-servers.ts';

// Kills the server at messages that it gets or sends, a different one each time, while several people use it.

const APP = { id: '1234', secret: 'facebook-secret-4711' };
const SECRETS = {
  GOOGLE_CLIENT_SECRET: 'google-secret-4711',
  FACEBOOK_APP_SECRET: APP.secret,
  TWITTER_CONSUMER_SECRET: 'twitter-secret-4711',
  HOST_KEY: 'host-key-4711-host-key-4711-host-key',
};
const CHANNEL = 'a-channel-of-the-page';

let server: KilledServer;
let stripe: FakeStripe;
let graph: GraphServer;
let google: OpenIdServer;
/** The answers to clients. */
let read = '';

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into the answers of several routes
  response: any;
}

async function ask(method: string, path: string, { token = '', body = {} as object } = {}) {
  const answer = await fetch(`${server.site}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  read += text;
  const { response } = JSON.parse(text) as Answer;
  return { status: answer.status, response };
}

/** Sends a request until it is carried out. */
const insistOn = (...request: Parameters<typeof ask>) =>
  insist(async () => {
    const answer = await ask(...request);
    if (answer.status >= 300) throw new Error(`${request[0]} ${request[1]}: ${answer.status}`);
    return answer.response;
  });

/** The requests of Stripe's own frame. */
const payInBrowser = (client_secret: string) =>
  fetch(`${stripe.env.STRIPE_URL}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({ client_secret, card: GOOD_CARD, proved: '1' }),
  });

let people = 0;
async function newMember(): Promise<{ token: string; userId: number; email: string }> {
  people += 1;
  const account = { email: `m${people}@mail.test`, password: 'correct horse battery', name: 'Ann' };
  const { sso, user } = await insistOn('POST', '/v2/auth/signup', {
    body: { ...account, terms: true },
  });
  return { token: sso.token, userId: user.user_id, email: account.email };
}

/** The steps of the site's window: to the service, back with an answer, and a ticket for the page. */
async function getTicket(): Promise<object> {
  const begun = await fetch(
    `${server.site}/connect?provider=facebook&mode=popup&channel=${CHANNEL}`,
    {
      redirect: 'manual',
    },
  );
  const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
  const there = await fetch(begun.headers.get('location') ?? '', { redirect: 'manual' });
  const back = await fetch(there.headers.get('location') ?? '', { headers: { cookie } });
  const [, json = ''] = /id="result">([^<]*)</.exec(await back.text()) ?? [];
  const { result } = JSON.parse(json);
  if (!result.tokens) throw new Error(result.error);
  return result.tokens;
}

/** A click on the service, repeated if it fails. Returns the bearer token. */
const enterByService = () =>
  insist(async () => {
    const body = await getTicket();
    const known = await ask('PUT', '/facebook/connect', { body });
    if (known.status === 200) return known.response.token as string;
    const signed = await ask('POST', '/facebook/signup', { body: { ...body, terms: true } });
    if (signed.status !== 201) throw new Error(`signup: ${signed.status}`);
    return signed.response.token as string;
  });

describe.runIf(isBuilt)('a server that is killed between two steps', () => {
  beforeAll(async () => {
    stripe = await startFakeStripe();
    graph = await startGraph(APP);
    google = await startOpenId('web.google');
    const { STRIPE_URL = '', ...keys } = stripe.env;
    server = await openKilledServer(
      { STRIPE_URL, FACEBOOK_GRAPH_URL: graph.url },
      {
        ...keys,
        ...SECRETS,
        LOG_LEVEL: 'debug',
        FACEBOOK_APP_ID: APP.id,
        FACEBOOK_DIALOG_URL: graph.url,
        GOOGLE_CLIENT_ID: 'web.google',
        GOOGLE_ISSUER: google.issuer,
        TWITTER_CONSUMER_KEY: 'consumer',
        TWITTER_API_URL: 'http://127.0.0.1:9', // nothing answers there
      },
    );
    const terms = { description: '', currency: 'eur', interval: 'month', features: [] } as const;
    const sizes = { storage_bytes: 10_000_000, upload_bytes: 1_000_000 };
    stripe.prices.set('price_label', 2_900);
    for (const [plan_id, price] of [
      ['studio', 900],
      ['label', 2_900],
    ] as const) {
      const plan = { ...terms, ...sizes, plan_id, name: plan_id, price };
      await addPlan(server.database, { ...plan, stripePriceId: `price_${plan_id}` });
    }
  }, 120_000);
  afterAll(async () => {
    await server?.close();
    await Promise.all([stripe?.stop(), graph?.stop(), google?.stop()]);
  });

  const usersOf = (column: 'email' | 'fb_user_id' | 'go_user_id', value: string) =>
    server.database.selectFrom('users').select('user_id').where(column, '=', value).execute();
  const countUsers = async () =>
    (await server.database.selectFrom('users').select('user_id').execute()).length;

  const signup: Course<{ email: string }> = {
    prepare: async (run) => ({ email: `s${run}@mail.test` }),
    async act({ email }) {
      const account = { email, password: 'correct horse battery' };
      await insist(async () => {
        const body = { ...account, name: 'Ann', terms: true };
        const { status } = await ask('POST', '/v2/auth/signup', { body });
        // The first attempt may have succeeded, although its answer was lost.
        const login = await ask('POST', '/v2/auth/login', { body: account });
        if (login.status >= 300) throw new Error(`signup ${status}, login ${login.status}`);
      });
    },
    async check({ email }) {
      expect(await usersOf('email', email)).toHaveLength(1);
    },
  };

  const signupByFacebook: Course<{ id: string; email: string; token: string }> = {
    async prepare(run) {
      const id = `fb${run}`;
      const scopes = ['public_profile', 'email'];
      const email = `${id}@mail.test`;
      graph.tokens.set(id, { id, name: 'Ada', email, scopes, app_id: APP.id });
      graph.visitor = id;
      return { id, email, token: '' };
    },
    async act(person) {
      person.token = await enterByService();
    },
    async check({ id, email, token }) {
      expect((await ask('GET', '/v2/me', { token })).response.user.fb_user_id).toBe(id);
      expect(await usersOf('fb_user_id', id)).toHaveLength(1);
      expect(await usersOf('email', email)).toHaveLength(1);
    },
  };

  const signupByGoogle: Course<{ sub: string; email: string; body: object }> = {
    async prepare(run) {
      const person = { sub: `go${run}`, name: 'Ann Reed', email: `go${run}@mail.test` };
      const access_token = await google.tokenOf({ ...person, email_verified: true });
      return { ...person, body: { access_token, terms: true } };
    },
    act: ({ body }) =>
      insist(async () => {
        const { status } = await ask('POST', '/google/signup', { body });
        if (![201, 409].includes(status)) throw new Error(`signup ${status}`);
      }),
    async check({ sub, email }) {
      expect(await usersOf('go_user_id', sub)).toHaveLength(1);
      expect(await usersOf('email', email)).toHaveLength(1);
    },
  };

  /** The final state of a member at Stripe: one active subscription, paid once. */
  async function expectOne(
    member: { token: string; userId: number },
    charges: number,
    plan: string,
  ) {
    const row = await server.database
      .selectFrom('subscriptions')
      .selectAll()
      .where('user_id', '=', member.userId)
      .executeTakeFirstOrThrow();
    const own = stripe.subscriptions.filter(({ customer }) => customer === row.stripe_customer_id);
    const live = own.filter(({ status }) => status !== 'canceled');
    expect(live.map(({ id, status }) => [id, status])).toEqual([
      [row.stripe_subscription_id, 'active'],
    ]);
    const given = own.filter(({ status }) => status === 'canceled');
    expect(given.filter(({ invoice }) => invoice.status !== 'void')).toEqual([]);
    const ids = own.map(({ id }) => id);
    expect(stripe.charges.filter((id) => ids.includes(id))).toHaveLength(charges);
    const { billing } = (await ask('GET', '/v2/payment/subscription', member)).response;
    expect(billing.subscription).toMatchObject({ status: 'active', plan: { plan_id: plan } });
  }

  const intents = (plan: string) => `/v2/payment/subscriptions/${plan}/intents`;

  /** Begins a payment, pays it in the browser, and tells the server. */
  async function pay({ token }: { token: string }, plan: string): Promise<void> {
    const { intent } = await insistOn('POST', intents(plan), { token });
    await payInBrowser(intent.client_secret);
    await insistOn('POST', `${intents(plan)}/confirmed`, { token });
  }

  interface Member {
    token: string;
    userId: number;
    email: string;
  }

  const newPayment: Course<Member> = {
    prepare: newMember,
    act: (member) => pay(member, 'studio'),
    check: (member) => expectOne(member, 1, 'studio'),
  };

  const otherPlan: Course<Member> = {
    async prepare() {
      const member = await newMember();
      await insistOn('POST', intents('studio'), member);
      return member;
    },
    act: (member) => pay(member, 'label'),
    check: (member) => expectOne(member, 1, 'label'),
  };

  async function newPayer(): Promise<Member> {
    const member = await newMember();
    await pay(member, 'studio');
    return member;
  }

  /** The dearer plan charges the difference once. The cheaper one is a credit. */
  const changedPlan: Course<Member> = {
    prepare: newPayer,
    async act({ token }) {
      await insistOn('PUT', '/v2/payment/subscription', { token, body: { plan_id: 'label' } });
      await insistOn('DELETE', '/v2/payment/subscription', { token });
      await insistOn('POST', '/v2/payment/subscription/reactivate', { token });
      await insistOn('PUT', '/v2/payment/subscription', { token, body: { plan_id: 'studio' } });
    },
    check: (member) => expectOne(member, 2, 'studio'),
  };

  const newCard: Course<Member & { last4: string }> = {
    prepare: async (run) => ({ ...(await newPayer()), last4: String(4_000 + run) }),
    async act({ token, last4 }) {
      const address = { line1: 'Via Roma 1', city: 'Roma', country: 'IT' };
      const details = { name: `Payer ${last4}`, ...address, tax_id: 'IT12345678901' };
      await insistOn('PUT', '/v2/payment/details', { token, body: details });
      const { intent } = await insistOn('POST', '/v2/payment/cards/intents', { token });
      stripe.storeCard(intent.client_secret, `424242424242${last4}`);
      const body = { intent_id: intent.intent_id };
      await insistOn('POST', '/v2/payment/cards/attach', { token, body });
      await insistOn('DELETE', '/v2/payment/subscription', { token });
    },
    async check(member) {
      await expectOne(member, 1, 'studio');
      const { billing } = (await ask('GET', '/v2/payment/subscription', member)).response;
      const { last4 } = member;
      expect(billing.subscription).toMatchObject({ cancel_at_period_end: true, card: { last4 } });
      const own = stripe.customers.filter(({ name }) => name === `Payer ${last4}`);
      expect(own.map(({ taxIds }) => taxIds.length)).toEqual([1]);
    },
  };

  /** Stripe sends a report until the server accepts it. */
  const deliver = (payload: string) =>
    insist(async () => {
      const headers = {
        'content-type': 'application/json',
        'stripe-signature': stripe.sign(payload),
      };
      const url = `${server.site}/api/v2/payment/webhooks`;
      const { ok } = await fetch(url, { method: 'POST', headers, body: payload });
      if (!ok) throw new Error('Stripe sends it again.');
    });
  const newestReport = () => stripe.events.at(-1) ?? '';

  const payerWhoLeft: Course<Member & { report: string }> = {
    async prepare() {
      const member = await newMember();
      const { intent } = await insistOn('POST', intents('studio'), member);
      await payInBrowser(intent.client_secret);
      return { ...member, report: newestReport() };
    },
    act: ({ report }) => deliver(report),
    check: (member) => expectOne(member, 1, 'studio'),
  };

  /** The payer gets one mail about it. */
  const failedRenewal: Course<Member & { report: string }> = {
    async prepare() {
      const member = await newPayer();
      await server.database
        .updateTable('users')
        .set({ email_verified_at: new Date() })
        .where('user_id', '=', member.userId)
        .execute();
      stripe.renew(stripe.subscriptions.at(-1)?.id ?? '', false);
      return { ...member, report: newestReport() };
    },
    act: ({ report }) => deliver(report),
    async check({ email, token, report }) {
      await deliver(report);
      const { billing } = (await ask('GET', '/v2/payment/subscription', { token })).response;
      expect(billing.subscription.status).toBe('past_due');
      // The server runs no jobs here, so the mails wait.
      const { rows } = await sql`
        select from graphile_worker._private_jobs
        where payload->>'to' = ${email} and payload->>'text' like '%plan-and-billing%'`.execute(
        server.database,
      );
      expect(rows).toHaveLength(1);
    },
  };

  // Actions that need no member, and those of members.
  const signups = allAtOnce([signup, signupByFacebook, signupByGoogle] as Course<unknown>[]);
  const payments = allAtOnce([
    newPayment,
    otherPlan,
    changedPlan,
    newCard,
    payerWhoLeft,
    failedRenewal,
  ] as Course<unknown>[]);

  it('makes one account of each signup, and carries out each payment and change once', async () => {
    let users = 0;
    const all = allAtOnce([payments, signups] as Course<unknown>[]);
    const steps = await server.killAtSteps({
      ...all,
      async prepare(run) {
        const states = await all.prepare(run);
        users = await countUsers();
        return states;
      },
      async check(states) {
        expect(await countUsers()).toBe(users + 3);
        await all.check(states);
      },
    });
    expect(steps).toBeGreaterThan(70);
    const payers = await server.database.selectFrom('subscriptions').select('user_id').execute();
    expect(stripe.customers).toHaveLength(payers.length);
  });

  it('has told nobody a secret, also not of services that fail', async () => {
    const { token } = await newPayer(); // so that Stripe is asked
    for (const provider of ['google', 'facebook']) {
      await ask('PUT', `/${provider}/connect`, { token, body: { access_token: 'nonsense' } });
    }
    await ask('PUT', '/twitter/connect', { token, body: { token: 'a', token_secret: 'b' } });
    for (const path of ['/login', '/plans', '/connect/login', '/payment/card/frame']) {
      read += await (await fetch(server.site + path)).text();
    }
    for (const provider of ['google', 'facebook', 'twitter']) {
      const address = `${server.site}/connect?provider=${provider}`;
      read += await (await fetch(address, { redirect: 'manual' })).text();
    }
    await stripe.stop();
    await ask('GET', '/v2/payment/subscription', { token });
    await ask('POST', '/v2/payment/subscription/reactivate', { token });
    const secrets = {
      ...SECRETS,
      key: stripe.env.STRIPE_SECRET_KEY,
      hook: stripe.env.STRIPE_WEBHOOK_SECRET,
    };
    for (const [name, secret] of Object.entries(secrets)) {
      const said = server.said().includes(String(secret));
      expect([name, said, read.includes(String(secret))]).toEqual([name, false, false]);
    }
    expect(server.said()).not.toBe('');
    expect(read).toContain('pk_test_public');
  });
});
