import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPlan, retirePlan } from '../../../src/features/plans/plans.ts';
import { openShop, type Shop } from '../../helpers/open-shop.ts';
import type { SignedIn } from '../../helpers/test-app.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

const atStripe = (id: string) => shop.stripe.subscriptions.find((one) => one.id === id);

/** The period of a cancelled plan is over, and Stripe has not ended it yet. */
async function endPeriod(member: SignedIn, id: string): Promise<void> {
  await shop.ask(member, 'DELETE', 'subscription');
  const item = atStripe(id)?.items.data[0];
  if (item) item.current_period_end = Math.floor(Date.now() / 1_000) - 10;
  await shop.deliverNewest();
  expect((await shop.own(member)).status).toBe('ended');
}

/** Another plan, which is no longer for sale once it is retired. */
let made = 0;
async function addStudio(): Promise<string> {
  made += 1;
  const plan_id = `studio-${made}`;
  const sizes = { storage_bytes: 1_000, upload_bytes: 100, features: [] };
  const terms = { description: '', currency: 'eur', interval: 'month', price: 900 } as const;
  const stripePriceId = `price_studio_${made}`;
  await addPlan(shop.test.database, { ...sizes, ...terms, name: plan_id, plan_id, stripePriceId });
  return plan_id;
}

describe('a plan whose last period is over, before Stripe ends it', () => {
  it.each(['studio', 'label'])('makes room for %s, and is ended', async (plan) => {
    const { member, id } = await shop.payer();
    await endPeriod(member, id);
    expect((await shop.subscribe(member, plan)).intent.type).toBe('payment');
    expect(atStripe(id)?.status).toBe('canceled');
    shop.stripe.pay(shop.newest());
    expect((await shop.confirm(member, plan)).billing.subscription.status).toBe('active');
  });

  it('cannot be changed', async () => {
    const { member, id } = await shop.payer();
    await endPeriod(member, id);
    const changed = await shop.ask(member, 'PUT', 'subscription', { plan_id: 'label' });
    expect(changed.messages).toEqual(['You have no plan to change. Subscribe to this one.']);
  });
});

describe('a plan that is paused at Stripe', () => {
  it.each(['studio', 'free'])('is ended if the member takes %s', async (plan) => {
    const { member, id } = await shop.payer();
    shop.stripe.pause(id);
    await shop.deliverNewest();
    expect((await shop.own(member)).status).toBe('ended');
    expect((await shop.subscribe(member, plan)).status).toBe(200);
    expect(atStripe(id)?.status).toBe('canceled');
  });

  it('is cancelled with its account, so that nobody can resume it', async () => {
    const { member, id } = await shop.payer();
    shop.stripe.pause(id);
    await shop.deliverNewest();
    await shop.ask(member, 'DELETE', `/user/${member.userId}`, {});
    await shop.test.runJobs();
    expect(atStripe(id)?.status).toBe('canceled');
  });

  it('goes on if it is resumed', async () => {
    const { member, id } = await shop.payer();
    shop.stripe.pause(id);
    await shop.deliverNewest();
    shop.stripe.resume(id);
    await shop.deliverNewest();
    expect((await shop.own(member)).status).toBe('active');
  });
});

describe('a retired plan', () => {
  it('can still be paid by those who have ordered it', async () => {
    const plan = await addStudio();
    const member = await shop.test.signIn();
    const { intent } = await shop.subscribe(member, plan);
    await retirePlan(shop.test.database, plan);
    expect((await shop.subscribe(member, plan)).intent).toEqual(intent);
    shop.stripe.pay(shop.newest());
    expect((await shop.confirm(member, plan)).billing.subscription.status).toBe('active');
  });

  it('is not for sale, in words', async () => {
    const plan = await addStudio();
    await retirePlan(shop.test.database, plan);
    const messages = ['This plan is not for sale any more.'];
    const member = await shop.test.signIn();
    expect(await shop.subscribe(member, plan)).toMatchObject({ status: 404, messages });
    const { member: payer } = await shop.payer();
    expect(await shop.subscribe(payer, plan)).toMatchObject({ status: 404, messages });
  });
});

describe('a customer who was deleted at Stripe', () => {
  it('is made again for an attempt that has no subscription yet', async () => {
    const member = await shop.test.signIn();
    const address = { line1: 'Via Roma 1', line2: '', postal_code: '00184', city: 'Roma' };
    const refused = { name: 'Ann', ...address, state: 'RM', country: 'IT', tax_id: 'IT1' };
    const url = 'subscriptions/studio/intents';
    expect((await shop.ask(member, 'POST', url, refused)).messages.join()).toMatch(/^tax_id: /);
    shop.stripe.forgetCustomer(`${shop.stripe.customers.at(-1)?.id}`);

    expect(await shop.subscribe(member)).toMatchObject({
      status: 200,
      intent: { type: 'payment' },
    });
    shop.stripe.pay(shop.newest());
    expect((await shop.confirm(member)).billing.subscription.status).toBe('active');
  });
});
