import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addPlan } from '../../../src/features/plans/plans.ts';
import { type FakeStripe, startFakeStripe } from '../../helpers/fake-stripe.ts';
import { NEEDS_PROOF } from '../../helpers/fake-stripe-script.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

const DECLINED = '4000000000000002';

let test: TestApp;
let stripe: FakeStripe;
let member: SignedIn;
beforeAll(async () => {
  stripe = await startFakeStripe();
  stripe.prices.set('price_label', 2_900);
  test = await openTestApp(stripe.env);
  const terms = { description: '', currency: 'eur', interval: 'month' } as const;
  const sizes = { storage_bytes: 1_000, upload_bytes: 100, features: [] };
  const plan = { ...terms, ...sizes, price: 900 };
  const add = (plan_id: string, more: object = {}) =>
    addPlan(test.database, {
      ...plan,
      name: plan_id,
      plan_id,
      stripePriceId: `price_${plan_id}`,
      ...more,
    });
  await add('studio');
  await add('label', { price: 2_900 });
  await add('abroad', { currency: 'usd' });
  await add('free', { price: 0, stripePriceId: null });
});
beforeEach(async () => {
  member = await test.signIn();
});
afterAll(async () => {
  await test?.close();
  await stripe?.stop();
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
async function ask(method: Method, url: string, payload?: object, who = member) {
  const answer = await test.app.inject({
    method,
    url: url.startsWith('/') ? `/api${url}` : `/api/v2/payment/${url}`,
    headers: who.headers,
    ...(payload && { payload }),
  });
  const body = answer.headers['content-type']?.toString().includes('json')
    ? JSON.parse(answer.body)
    : {};
  return { status: answer.statusCode, answer, messages: body.error?.messages, ...body.response };
}

async function subscribed(card?: string): Promise<string> {
  await ask('POST', 'subscriptions/studio/intents', {});
  const id = stripe.subscriptions.at(-1)?.id ?? '';
  stripe.pay(id, card);
  expect((await ask('POST', 'subscriptions/studio/intents/confirmed', {})).status).toBe(200);
  return id;
}
const change = (plan_id: string) => ask('PUT', 'subscription', { plan_id });
const own = async () => (await ask('GET', 'subscription')).billing.subscription;
const deliverLast = async () => {
  const payload = stripe.events.at(-1) ?? '';
  const headers = { 'content-type': 'application/json', 'stripe-signature': stripe.sign(payload) };
  const url = '/api/v2/payment/webhooks';
  await test.app.inject({ method: 'POST', url, payload, headers });
};

describe('another plan', () => {
  it('costs the difference for the rest of the period, which the stored card pays', async () => {
    const id = await subscribed();
    const { proration } = await ask('GET', 'subscription/preview?plan_id=label');
    expect(proration.currency).toBe('eur');
    expect(proration.amount).toBeGreaterThan(1_990);
    expect(proration.amount).toBeLessThanOrEqual(2_000);
    const changed = await change('label');
    expect(changed.intent.type).toBe('none');
    expect(changed.billing.subscription).toMatchObject({
      plan: { plan_id: 'label' },
      status: 'active',
      pending_plan_id: null,
    });
    expect(stripe.charges.filter((charged) => charged === id)).toHaveLength(2);
    await change('label'); // changes nothing
    expect(stripe.charges.filter((charged) => charged === id)).toHaveLength(2);
  });

  it('that is cheaper begins at once, and the difference is a credit', async () => {
    const id = await subscribed();
    await change('label');
    const { proration } = await ask('GET', 'subscription/preview?plan_id=studio');
    expect(proration.amount).toBeLessThan(-1_900);
    expect((await change('studio')).billing.subscription.plan.plan_id).toBe('studio');
    expect(stripe.charges.filter((charged) => charged === id)).toHaveLength(2);
  });

  it.each([NEEDS_PROOF, DECLINED])(
    'waits for its payment if card %s cannot pay alone',
    async (card) => {
      const id = await subscribed(card === DECLINED ? undefined : card);
      if (card === DECLINED) stripe.replaceCard(id, DECLINED);
      const waiting = await change('label');
      expect(waiting.intent.type).toBe('payment');
      expect(waiting.billing.subscription).toMatchObject({
        plan: { plan_id: 'studio' },
        status: 'active',
        pending_plan_id: 'label',
      });
      const confirmed = () => ask('POST', 'subscriptions/label/intents/confirmed', {});
      expect((await confirmed()).status).toBe(409);
      // A second request continues with the same payment.
      expect((await change('label')).intent.client_secret).toBe(waiting.intent.client_secret);
      stripe.pay(id);
      expect((await confirmed()).billing.subscription).toMatchObject({
        plan: { plan_id: 'label' },
        pending_plan_id: null,
      });
    },
  );

  it('that waits for its payment can be given up', async () => {
    const id = await subscribed(NEEDS_PROOF);
    await change('label');
    expect((await change('studio')).billing.subscription).toMatchObject({
      plan: { plan_id: 'studio' },
      pending_plan_id: null,
    });
    expect(() => stripe.pay(id)).toThrow('nothing to pay');
  });

  it('is refused in words if it cannot follow', async () => {
    expect((await change('label')).status).toBe(404);
    const id = await subscribed();
    const refused = async (plan: string) => (await change(plan)).messages?.[0];
    expect(await refused('free')).toContain('Cancel yours first');
    expect(await refused('abroad')).toContain('another currency');
    expect((await change('nothing')).status).toBe(404);
    stripe.renew(id, false);
    expect(await refused('label')).toBe('Please pay what is open first.');
    stripe.cancel(id);
    expect(await refused('label')).toContain('You have no plan to change');
  });

  it('cannot follow a plan that is to end, until the member keeps that', async () => {
    const id = await subscribed();
    await ask('DELETE', 'subscription');
    const words = 'Your plan is to end. Keep it first, then change it.';
    expect(await change('label')).toMatchObject({ status: 409, messages: [words] });
    expect((await ask('GET', 'subscription/preview?plan_id=label')).messages).toEqual([words]);
    expect(stripe.charges.filter((charged) => charged === id)).toHaveLength(1);
    await ask('POST', 'subscription/reactivate', {});
    expect((await change('label')).billing.subscription.plan.plan_id).toBe('label');
  });

  it('that waits for its payment is given up if the member cancels', async () => {
    const id = await subscribed(NEEDS_PROOF);
    await change('label');
    expect((await ask('DELETE', 'subscription')).billing.subscription).toMatchObject({
      plan: { plan_id: 'studio' },
      cancel_at_period_end: true,
      pending_plan_id: null,
    });
    expect(() => stripe.pay(id)).toThrow('nothing to pay');
  });

  it('is changed to once by ten requests at once', async () => {
    const id = await subscribed();
    await Promise.all(Array.from({ length: 10 }, () => change('label')));
    expect(stripe.charges.filter((charged) => charged === id)).toHaveLength(2);
  });
});

describe('a renewal that failed', () => {
  it('is paid with another card', async () => {
    const id = await subscribed();
    stripe.renew(id, false);
    await deliverLast();
    expect((await own()).status).toBe('past_due');
    const { intent } = await ask('POST', 'subscriptions/studio/intents', {});
    expect(intent.type).toBe('payment');
    const confirmed = () => ask('POST', 'subscriptions/studio/intents/confirmed', {});
    expect((await confirmed()).status).toBe(409);
    stripe.pay(id);
    expect((await confirmed()).billing.subscription.status).toBe('active');
  });
});

describe('a card', () => {
  it('is stored without a payment, and pays from then on', async () => {
    const id = await subscribed();
    expect((await own()).card).toEqual({
      brand: 'visa',
      last4: '4242',
      exp_month: 12,
      exp_year: 2034,
    });
    const { intent } = await ask('POST', 'cards/intents', {});
    expect(intent.type).toBe('setup');
    const attach = () => ask('POST', 'cards/attach', { intent_id: intent.intent_id });
    expect((await attach()).status).toBe(409);
    stripe.storeCard(intent.client_secret, '5555555555554444');
    expect((await attach()).billing.subscription.card.last4).toBe('4444');
    expect(stripe.charges.filter((charged) => charged === id)).toHaveLength(1);
  });

  it('of somebody else is not found', async () => {
    await subscribed();
    const { intent } = await ask('POST', 'cards/intents', {});
    stripe.storeCard(intent.client_secret);
    member = await test.signIn();
    await subscribed();
    for (const intent_id of [intent.intent_id, 'seti_nothing', '../customers/cus_1']) {
      expect((await ask('POST', 'cards/attach', { intent_id })).status).toBe(404);
    }
  });

  it('needs a plan that it could pay for', async () => {
    expect((await ask('POST', 'cards/intents', {})).status).toBe(404);
    await ask('POST', 'subscriptions/free/intents', {});
    expect((await ask('POST', 'cards/intents', {})).status).toBe(409);
  });
});

const DETAILS = {
  name: 'Ann Reed',
  line1: 'Via Roma 1',
  line2: '',
  postal_code: '00184',
  city: 'Roma',
  state: 'RM',
  country: 'IT',
  tax_id: 'it 123.456.789-01',
};

describe('what invoices say', () => {
  it('is said at the first payment, read back, and changed', async () => {
    expect((await ask('GET', 'details')).details).toBeNull();
    expect((await ask('PUT', 'details', DETAILS)).status).toBe(404);
    await ask('POST', 'subscriptions/studio/intents', DETAILS);
    const stored = { ...DETAILS, tax_id: 'IT12345678901' };
    expect((await ask('GET', 'details')).details).toEqual(stored);
    const moved = { ...DETAILS, city: 'Ostia', tax_id: '' };
    expect((await ask('PUT', 'details', moved)).details).toEqual({ ...moved, tax_id: '' });
    expect(stripe.customers.at(-1)?.taxIds).toEqual([]);
  });

  it('is said also if it comes with a later attempt at the same payment', async () => {
    await ask('POST', 'subscriptions/studio/intents', {});
    await ask('POST', 'subscriptions/studio/intents', DETAILS);
    expect((await ask('GET', 'details')).details).toMatchObject({ name: 'Ann Reed' });
    const id = stripe.subscriptions.at(-1)?.id ?? '';
    stripe.pay(id);
    stripe.renew(id, false);
    const moved = { ...DETAILS, city: 'Ostia' };
    expect((await ask('POST', 'subscriptions/studio/intents', moved)).intent.type).toBe('payment');
    expect((await ask('GET', 'details')).details).toMatchObject({ city: 'Ostia' });
  });

  it('names each field that is wrong, and keeps what was', async () => {
    await ask('POST', 'subscriptions/studio/intents', DETAILS);
    const wrong = async (fields: object) => {
      const { status, messages } = await ask('PUT', 'details', { ...DETAILS, ...fields });
      expect(status).toBe(400);
      return messages.join(' ');
    };
    expect(await wrong({ name: ' ', city: '' })).toMatch(/name: is required.*city: is required/);
    expect(await wrong({ country: 'Italy' })).toContain('country');
    expect(await wrong({ country: 'CU' })).toContain('Leave it out');
    expect(await wrong({ tax_id: '12' })).toContain('is not a tax number of this country');
    expect((await ask('GET', 'details')).details).toMatchObject({ tax_id: 'IT12345678901' });
  });
});

describe('purchases', () => {
  const purchases = (who = member, of = member) =>
    ask('GET', `/user/${of.userId}/premium/purchase`, undefined, who);

  it('are listed for their owner, with an invoice for each', async () => {
    expect((await purchases()).items).toEqual([]);
    await ask('POST', `/user/${member.userId}/premium/purchase`, { plan_id: 'label' });
    await ask('POST', 'subscriptions/studio/intents', {}); // cancels the other attempt
    const id = stripe.subscriptions.at(-1)?.id ?? '';
    stripe.pay(id);
    stripe.renew(id, true);
    const { items } = await purchases();
    expect(items).toHaveLength(2);
    expect(items[0]).toMatchObject({
      plan_name: 'studio',
      amount: 900,
      currency: 'eur',
      status: 'paid',
    });
    for (const { purchase_id, transaction_id } of items) {
      for (const url of [
        `/premium/purchase/${purchase_id}/invoice`,
        `/premium/invoice/${transaction_id}`,
      ]) {
        const { status, answer } = await ask('GET', url);
        expect([status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
        expect(answer.headers['content-disposition']).toMatch(/^attachment; .*EAR-\d+\.pdf/);
        expect(answer.body).toMatch(/^%PDF-/);
      }
    }
  });

  it('are found by the permalink of their owner', async () => {
    await subscribed();
    const path = `/user/${member.permalink}/premium/purchase`;
    const { items } = await ask('GET', path);
    expect(items).toHaveLength(1);
    expect((await ask('POST', path, { plan_id: 'label' })).messages[0]).toContain('Change it');
    const owner = member;
    member = await test.signIn();
    expect((await ask('GET', `/user/${owner.permalink}/premium/purchase`)).status).toBe(403);
  });

  it('are nobody else’s', async () => {
    await subscribed();
    const owner = member;
    const [item] = (await purchases()).items;
    member = await test.signIn();
    expect((await purchases(member, owner)).status).toBe(403);
    await subscribed();
    for (const url of [
      `/premium/purchase/${item.purchase_id}/invoice`,
      `/premium/invoice/${item.transaction_id}`,
      '/premium/purchase/in_nothing/invoice',
      '/premium/invoice/pi_nothing',
      `/premium/purchase/${encodeURIComponent('../customers/cus_1')}/invoice`,
    ]) {
      expect([(await ask('GET', url)).status, url]).toEqual([404, url]);
    }
  });
});
