import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPlan } from '../src/features/plans/plans.ts';
import { isBuilt } from './helpers/built-server.ts';
import { type FakeStripe, startFakeStripe } from './helpers/fake-stripe.ts';
import { GOOD_CARD } from './helpers/fake-stripe-script.ts';
import { insist, type KilledServer, openKilledServer } from './helpers/killed-server.ts';
import { type GraphServer, startGraph } from './helpers/sign-in-servers.ts';

// Kills the server at messages that it gets or sends, a different one each time, in several user actions.

const APP = { id: '1234', secret: 'graph-secret' };
const CHANNEL = 'a-channel-of-the-page';

let server: KilledServer;
let stripe: FakeStripe;
let graph: GraphServer;

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
  const { response } = (await answer.json()) as Answer;
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
    const { STRIPE_URL = '', ...keys } = stripe.env;
    server = await openKilledServer(
      { STRIPE_URL, FACEBOOK_GRAPH_URL: graph.url },
      {
        ...keys,
        FACEBOOK_APP_ID: APP.id,
        FACEBOOK_APP_SECRET: APP.secret,
        FACEBOOK_DIALOG_URL: graph.url,
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
    await Promise.all([stripe?.stop(), graph?.stop()]);
  });

  const usersOf = (column: 'email' | 'fb_user_id', value: string) =>
    server.database.selectFrom('users').select('user_id').where(column, '=', value).execute();
  const countUsers = async () =>
    (await server.database.selectFrom('users').select('user_id').execute()).length;

  it('makes one account of a signup', async () => {
    const steps = await server.killAtSteps({
      prepare: async (run) => ({ email: `s${run}@mail.test`, before: await countUsers() }),
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
      async check({ email, before }) {
        expect(await usersOf('email', email)).toHaveLength(1);
        expect(await countUsers()).toBe(before + 1);
      },
    });
    expect(steps).toBeGreaterThan(6);
  });

  it('makes one account of a signup by a service', async () => {
    const steps = await server.killAtSteps({
      async prepare(run) {
        const id = `fb${run}`;
        const scopes = ['public_profile', 'email'];
        const email = `${id}@mail.test`;
        graph.tokens.set(id, { id, name: 'Ada', email, scopes, app_id: APP.id });
        graph.visitor = id;
        return { id, email, before: await countUsers(), token: '' };
      },
      async act(person) {
        person.token = await enterByService();
      },
      async check({ id, email, before, token }) {
        expect((await ask('GET', '/v2/me', { token })).response.user.fb_user_id).toBe(id);
        expect(await usersOf('fb_user_id', id)).toHaveLength(1);
        expect(await usersOf('email', email)).toHaveLength(1);
        expect(await countUsers()).toBe(before + 1);
      },
    });
    expect(steps).toBeGreaterThan(12);
  });

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

  it('makes one subscription, charged once', async () => {
    const steps = await server.killAtSteps({
      prepare: newMember,
      act: (member) => pay(member, 'studio'),
      check: (member) => expectOne(member, 1, 'studio'),
    });
    expect(steps).toBeGreaterThan(10);
    const payers = await server.database.selectFrom('subscriptions').select('user_id').execute();
    expect(stripe.customers).toHaveLength(payers.length);
  });

  it('gives an unpaid plan up for another', async () => {
    const steps = await server.killAtSteps({
      async prepare() {
        const member = await newMember();
        await insistOn('POST', intents('studio'), member);
        return member;
      },
      act: (member) => pay(member, 'label'),
      check: (member) => expectOne(member, 1, 'label'),
    });
    expect(steps).toBeGreaterThan(10);
  });

  it('changes, cancels and keeps a plan, and charges the difference once', async () => {
    const steps = await server.killAtSteps({
      async prepare() {
        const member = await newMember();
        await pay(member, 'studio');
        return member;
      },
      async act({ token }) {
        await insistOn('PUT', '/v2/payment/subscription', { token, body: { plan_id: 'label' } });
        await insistOn('DELETE', '/v2/payment/subscription', { token });
        await insistOn('POST', '/v2/payment/subscription/reactivate', { token });
      },
      check: (member) => expectOne(member, 2, 'label'),
    });
    expect(steps).toBeGreaterThan(10);
  });

  /** Stripe sends its latest report, until the server accepts it. */
  async function deliverNewest(): Promise<void> {
    const payload = stripe.events.at(-1) ?? '';
    await insist(async () => {
      const headers = {
        'content-type': 'application/json',
        'stripe-signature': stripe.sign(payload),
      };
      const url = `${server.site}/api/v2/payment/webhooks`;
      const { ok } = await fetch(url, { method: 'POST', headers, body: payload });
      if (!ok) throw new Error('Stripe sends it again.');
    });
  }

  it('knows of a payment whose payer has gone, by what Stripe reports', async () => {
    const steps = await server.killAtSteps({
      async prepare() {
        const member = await newMember();
        const { intent } = await insistOn('POST', intents('studio'), member);
        await payInBrowser(intent.client_secret);
        return member;
      },
      act: deliverNewest,
      check: (member) => expectOne(member, 1, 'studio'),
    });
    expect(steps).toBeGreaterThan(3);
  });

  it('writes one mail about a renewal that failed', async () => {
    const steps = await server.killAtSteps({
      async prepare() {
        const member = await newMember();
        await server.database
          .updateTable('users')
          .set({ email_verified_at: new Date() })
          .where('user_id', '=', member.userId)
          .execute();
        await pay(member, 'studio');
        stripe.renew(stripe.subscriptions.at(-1)?.id ?? '', false);
        return member;
      },
      act: deliverNewest,
      async check({ email, token }) {
        await deliverNewest();
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
    });
    expect(steps).toBeGreaterThan(3);
  });
});
