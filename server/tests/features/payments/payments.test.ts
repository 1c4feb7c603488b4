import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { planInForce } from '../../../src/features/payments/payments.ts';
import { addPlan } from '../../../src/features/plans/plans.ts';
import { type FakeStripe, startFakeStripe } from '../../helpers/fake-stripe.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
let stripe: FakeStripe;
let member: SignedIn;
beforeAll(async () => {
  stripe = await startFakeStripe();
  test = await openTestApp(stripe.env);
  const terms = { name: 'Plan', description: '', currency: 'eur', interval: 'month' } as const;
  const sizes = { storage_bytes: 1_000, upload_bytes: 100, features: [] };
  const paid = { ...terms, ...sizes, price: 900 };
  await addPlan(test.database, { ...paid, plan_id: 'studio', stripePriceId: 'price_studio' });
  await addPlan(test.database, { ...paid, plan_id: 'label', stripePriceId: 'price_label' });
  const free = { ...terms, ...sizes, plan_id: 'free', price: 0, stripePriceId: null };
  await addPlan(test.database, free);
});
beforeEach(async () => {
  member = await test.signIn();
});
afterAll(async () => {
  await test?.close();
  await stripe?.stop();
});

async function ask(method: 'GET' | 'POST' | 'DELETE', url: string, headers = {}) {
  const answer = await test.app.inject({
    method,
    url: `/api/v2/payment/${url}`,
    headers: { ...member.headers, ...headers },
  });
  return { status: answer.statusCode, body: answer.body, ...JSON.parse(answer.body).response };
}
const subscribe = (plan: string) => ask('POST', `subscriptions/${plan}/intents`);
const confirm = (plan: string) => ask('POST', `subscriptions/${plan}/intents/confirmed`);
const read = async () => (await ask('GET', 'subscription')).billing.subscription;

async function deliver(payload: string) {
  const headers = { 'content-type': 'application/json', 'stripe-signature': stripe.sign(payload) };
  const url = '/api/v2/payment/webhooks';
  return (await test.app.inject({ method: 'POST', url, payload, headers })).statusCode;
}

/** A paid subscription; returns its id at Stripe. */
async function subscribed(): Promise<string> {
  await subscribe('studio');
  const id = stripe.subscriptions.at(-1)?.id ?? '';
  stripe.pay(id);
  await confirm('studio');
  return id;
}

describe('subscribing', () => {
  it('begins a payment, refuses while it is open, and is active once Stripe says so', async () => {
    expect(await read()).toBeNull();
    const { intent } = await subscribe('studio');
    expect(intent).toMatchObject({ type: 'payment', publishable_key: 'pk_test_public' });
    expect(intent.client_secret).toContain(`${intent.intent_id}_secret_`);
    expect((await confirm('studio')).status).toBe(409);
    expect((await read()).status).toBe('incomplete');
    stripe.pay(stripe.subscriptions.at(-1)?.id ?? '');
    expect((await confirm('studio')).billing.subscription).toMatchObject({
      status: 'active',
      plan: { plan_id: 'studio' },
    });
    expect((await subscribe('studio')).status).toBe(409);
  });

  it('needs no payment for a free plan, and a paid one may follow', async () => {
    expect((await subscribe('free')).intent).toMatchObject({ type: 'none', client_secret: null });
    expect((await read()).status).toBe('active');
    expect((await subscribe('studio')).intent.type).toBe('payment');
    const inForce = () => planInForce(test.database, Number(member.userId));
    expect((await inForce())?.plan_id).toBe('free');
    const id = stripe.subscriptions.at(-1)?.id ?? '';
    stripe.pay(id);
    await confirm('studio');
    expect((await inForce())?.plan_id).toBe('studio');
    stripe.cancel(id);
    await deliver(stripe.events.at(-1) ?? '');
    expect(await read()).toMatchObject({ status: 'active', plan: { plan_id: 'free' } });
    expect((await ask('DELETE', 'subscription')).billing.subscription.status).toBe('ended');
    expect(await inForce()).toBeNull();
  });

  it('knows only plans that are there', async () => {
    expect((await subscribe('nothing')).status).toBe(404);
    expect((await confirm('nothing')).status).toBe(404);
  });

  it('gives up an unpaid attempt when the member takes another plan', async () => {
    await subscribe('studio');
    const first = stripe.subscriptions.at(-1);
    await subscribe('label');
    expect(first?.status).toBe('canceled');
    expect((await read()).plan.plan_id).toBe('label');
  });

  it('keeps an attempt that is paid at the moment when it is given up', async () => {
    await subscribe('studio');
    const id = stripe.subscriptions.at(-1)?.id ?? '';
    const before = stripe.subscriptions.length;
    stripe.payBeforeVoid(id);
    expect((await subscribe('label')).status).toBe(409);
    expect((await read()).status).toBe('active');
    expect(stripe.subscriptions).toHaveLength(before);
  });

  it('ends with the period, and can be taken back', async () => {
    await subscribed();
    const ending = (await ask('DELETE', 'subscription')).billing.subscription;
    expect(ending).toMatchObject({ status: 'active', cancel_at_period_end: true });
    const back = (await ask('POST', 'subscription/reactivate')).billing.subscription;
    expect(back).toMatchObject({ status: 'active', cancel_at_period_end: false });
  });

  it('is cancelled at once if the account ends', async () => {
    const id = await subscribed();
    const url = `/api/user/${member.userId}`;
    const ended = await test.app.inject({
      method: 'DELETE',
      url,
      headers: member.headers,
      payload: {},
    });
    expect(ended.statusCode).toBe(200);
    await test.runJobs();
    expect(stripe.subscriptions.find((one) => one.id === id)?.status).toBe('canceled');
  });

  it('says nothing of secret keys', async () => {
    const bodies = [(await subscribe('studio')).body, (await confirm('studio')).body].join();
    expect(bodies).not.toMatch(/sk_test|whsec|secret_key/);
  });
});

describe('a server that dies', () => {
  it.each([1, 2, 3, 4])('after %i lost answers goes on with the same attempt', async (lost) => {
    const before = stripe.subscriptions.length;
    stripe.dropAnswers(lost);
    for (let tries = 0; tries < 4; tries += 1) {
      if ((await subscribe('studio')).status === 200) break;
    }
    stripe.dropAnswers(0);
    expect(stripe.subscriptions.length).toBe(before + 1);
    const id = stripe.subscriptions.at(-1)?.id ?? '';
    stripe.pay(id);
    expect((await confirm('studio')).billing.subscription.status).toBe('active');
    expect(stripe.charges.filter((charged) => charged === id)).toHaveLength(1);
  });

  it('before it stored the subscription finds it again', async () => {
    const id = await subscribed();
    await test.database
      .updateTable('subscriptions')
      .set({ stripe_subscription_id: null, status: 'incomplete' })
      .where('user_id', '=', member.userId)
      .execute();
    expect((await subscribe('studio')).status).toBe(409); // it is paid
    expect((await read()).status).toBe('active');
    expect(stripe.subscriptions.at(-1)?.id).toBe(id);
  });

  it('asked twice at once begins one subscription', async () => {
    const before = stripe.subscriptions.length;
    await Promise.all([subscribe('studio'), subscribe('studio')]);
    expect(stripe.subscriptions.length).toBe(before + 1);
  });
});
