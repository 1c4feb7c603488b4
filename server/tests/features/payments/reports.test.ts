import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { happen, STEP_NAMES, subscriptionAtStripe } from '../../helpers/happen-at-stripe.ts';
import { openShop, type Shop } from '../../helpers/open-shop.ts';
import type { SignedIn } from '../../helpers/test-app.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

const settle = async () => {
  await shop.test.deps.jobs.add(shop.test.database, 'settle_subscriptions', {});
  await shop.test.runJobs();
};
const atStripe = (id: string) => subscriptionAtStripe(shop, id);
const move = ({ userId }: SignedIn, times: object) =>
  shop.test.database
    .updateTable('subscriptions')
    .set(times)
    .where('user_id', '=', userId)
    .execute();
const daysAgo = (days: number) => Math.floor(Date.now() / 1_000) - days * 86_400;
/** Makes the days of grace end, at Stripe and here. */
async function endDaysOfGrace(member: SignedIn, id: string): Promise<void> {
  const [item] = atStripe(id).items.data;
  if (item) item.current_period_start = daysAgo(8);
  await move(member, { grace_ends_at: new Date(0) });
}

describe('a report of Stripe', () => {
  it('counts only with a fitting signature, of these minutes', async () => {
    const { member, id } = await shop.payer();
    shop.stripe.cancel(id);
    const payload = shop.stripe.events.at(-1) ?? '';
    const late = shop.stripe.sign(payload, { secondsAgo: 600 });
    for (const signature of ['', 't=1,v1=00', shop.stripe.sign(`${payload} `), late]) {
      expect(await shop.deliver(payload, { 'stripe-signature': signature })).toBe(403);
    }
    expect((await shop.own(member)).status).toBe('active');
    expect(await shop.deliver(payload)).toBe(200);
    expect((await shop.own(member)).status).toBe('ended');
  });

  it('is believed while the secret is exchanged, when Stripe signs with both', async () => {
    const { member, id } = await shop.payer();
    shop.stripe.cancel(id);
    const payload = shop.stripe.events.at(-1) ?? '';
    const [time, own] = shop.stripe.sign(payload).split(',');
    const signature = `${time},v1=${'0'.repeat(64)},${own}`;
    expect(await shop.deliver(payload, { 'stripe-signature': signature })).toBe(200);
    expect((await shop.own(member)).status).toBe('ended');
  });

  it.each(['{}', 'null', '[]', '7', '{"data":null}', '{"data":{"object":null}}'])(
    'that is signed and says nothing of a customer is taken: %s',
    async (payload) => {
      expect(await shop.deliver(payload)).toBe(200);
    },
  );

  it.each([
    '{"data":{"object":{"customer":{"id":"cus_1"}}}}',
    '{"data":{"object":{"customer":7}}}',
  ])('about customers of other programs is taken: %s', async (payload) => {
    expect(await shop.deliver(payload)).toBe(200);
    const stranger = payload.replace(/"customer":.*?}+$/, '"customer":"cus_stranger"}}}');
    expect(await shop.deliver(stranger)).toBe(200);
  });

  it('of another type, or of any size, is refused', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      expect(await shop.deliver('{}', { 'content-type': type })).toBe(415);
    }
    expect(await shop.deliver(`"${'x'.repeat(3_000_000)}"`)).toBe(413);
    expect(await shop.deliver('not JSON')).toBe(403);
  });
});

describe('a renewal that failed', () => {
  it('gives days of grace, after which nothing is collected', async () => {
    const { member, id } = await shop.payer();
    shop.stripe.renew(id, false);
    await shop.deliverNewest();
    await settle();
    expect((await shop.own(member)).status).toBe('past_due');
    await endDaysOfGrace(member, id);
    expect((await shop.own(member)).status).toBe('ended');
    await settle();
    expect(atStripe(id).status).toBe('canceled');
    // A page that was left open cannot pay for an ended plan.
    expect(() => shop.stripe.pay(id)).toThrow('nothing to pay');
    expect((await shop.subscribe(member)).intent.type).toBe('payment');
  });

  it('is never cancelled if it is paid at that moment', async () => {
    const { member, id } = await shop.payer();
    shop.stripe.renew(id, false);
    await shop.deliverNewest();
    await endDaysOfGrace(member, id);
    shop.stripe.payBeforeVoid(id);
    await settle();
    expect(atStripe(id).status).toBe('active');
    expect((await shop.own(member)).status).toBe('active');
  });

  it('ends for good if the server died after it gave the payment up', async () => {
    const { member, id } = await shop.payer();
    shop.stripe.renew(id, false);
    await shop.deliverNewest();
    await endDaysOfGrace(member, id);
    shop.stripe.void(id); // Stripe calls it active now
    await shop.deliverNewest();
    expect([atStripe(id).status, (await shop.own(member)).status]).toEqual(['canceled', 'ended']);
  });

  it('ends if Stripe has stopped to collect it, and is not billed on', async () => {
    const { member, id } = await shop.payer();
    shop.stripe.renew(id, false);
    shop.stripe.stopCollecting(id);
    await shop.deliverNewest();
    expect([atStripe(id).status, (await shop.own(member)).status]).toEqual(['canceled', 'ended']);
  });

  it('of one member does not keep the others from being settled', async () => {
    const lost = await shop.payer();
    const other = await shop.payer();
    for (const { member, id } of [lost, other]) {
      shop.stripe.renew(id, false);
      await shop.deliverNewest();
      await endDaysOfGrace(member, id);
    }
    shop.stripe.failReads(lost.id);
    await settle().catch(() => {});
    shop.stripe.failReads(null);
    expect(atStripe(other.id).status).toBe('canceled');
  });
});

describe('a subscription', () => {
  it('whose first invoice is void was never paid, whatever Stripe calls it', async () => {
    const member = await shop.test.signIn();
    await shop.subscribe(member);
    const id = shop.newest();
    shop.stripe.void(id);
    expect(atStripe(id).status).toBe('active');
    await shop.deliverNewest();
    expect([atStripe(id).status, (await shop.own(member)).status]).toEqual(['canceled', 'ended']);
  });

  it('whose end was never reported ends all the same', async () => {
    const { member, id } = await shop.payer();
    shop.stripe.cancel(id);
    await move(member, { current_period_ends_at: new Date(Date.now() - 7_200_000) });
    await settle();
    expect((await shop.own(member)).status).toBe('ended');
  });

  it('whose first payment was never reported is found', async () => {
    const member = await shop.test.signIn();
    await shop.subscribe(member);
    shop.stripe.pay(shop.newest());
    await settle();
    expect((await shop.own(member)).status).toBe('active');
  });

  it('whose change was paid without a report is found', async () => {
    const { member, id } = await shop.payer();
    shop.stripe.replaceCard(id, '4000000000000002');
    await shop.ask(member, 'PUT', 'subscription', { plan_id: 'label' });
    expect((await shop.own(member)).pending_plan_id).toBe('label');
    shop.stripe.pay(id);
    await settle();
    expect(await shop.own(member)).toMatchObject({
      plan: { plan_id: 'label' },
      pending_plan_id: null,
    });
  });

  it('that ends with its period by its date, as in the portal of Stripe, is to end', async () => {
    const { member, id } = await shop.payer();
    const end = atStripe(id).items.data[0]?.current_period_end ?? 0;
    shop.stripe.cancelAt(id, end + 86_400); // in a later period
    await shop.deliverNewest();
    expect((await shop.own(member)).cancel_at_period_end).toBe(false);
    shop.stripe.cancelAt(id, end);
    await shop.deliverNewest();
    expect((await shop.own(member)).cancel_at_period_end).toBe(true);
    const change = { plan_id: 'label' };
    expect((await shop.ask(member, 'PUT', 'subscription', change)).status).toBe(409);
    const kept = await shop.ask(member, 'POST', 'subscription/reactivate');
    expect(kept.billing.subscription.cancel_at_period_end).toBe(false);
  });

  it('that ends with its period has ended with it, and can be kept until Stripe ends it', async () => {
    const { member, id } = await shop.payer();
    await shop.ask(member, 'DELETE', 'subscription');
    await move(member, { current_period_ends_at: new Date(0) });
    expect((await shop.own(member)).status).toBe('ended');
    const kept = await shop.ask(member, 'POST', 'subscription/reactivate');
    expect(kept.billing.subscription).toMatchObject({
      status: 'active',
      cancel_at_period_end: false,
    });
    shop.stripe.cancel(id);
    expect((await shop.ask(member, 'POST', 'subscription/reactivate')).status).toBe(409);
  });
});

/** Our row, limited to the fields that Stripe also has. */
async function stored({ userId }: SignedIn) {
  return shop.test.database
    .selectFrom('subscriptions')
    .select(['status', 'plan_id', 'pending_plan_id', 'cancel_at_period_end', 'card_last4'])
    .select('current_period_ends_at')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** The same row, from Stripe's data. */
function told(id: string): Awaited<ReturnType<typeof stored>> {
  const { status, items, pending_update, cancel_at_period_end, method } = atStripe(id);
  const [item] = items.data;
  const planOf = (price = '') => price.replace('price_', '');
  const pending = pending_update?.subscription_items[0];
  const isOver = status === 'canceled';
  return {
    status: isOver ? 'ended' : (status as 'active' | 'past_due'),
    plan_id: planOf(item?.price.id),
    pending_plan_id: pending ? planOf(pending.price.id) : null,
    cancel_at_period_end: !isOver && cancel_at_period_end,
    card_last4: method?.card.last4 ?? null,
    current_period_ends_at: isOver ? null : new Date((item?.current_period_end ?? 0) * 1_000),
  };
}

describe('reports in any order, twice, late and at once', () => {
  const step = fc.constantFrom(...STEP_NAMES);
  const orders = fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 6 });

  it('end where Stripe is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 6 }),
        orders,
        fc.boolean(),
        async (steps, at, isAtOnce) => {
          const { member, id } = await shop.payer();
          const reports = await happen(shop, steps, { id, member });
          const chosen = at.map((number) => reports[number % reports.length] ?? '');
          if (isAtOnce) await Promise.all(chosen.map((report) => shop.deliver(report)));
          else for (const report of chosen) await shop.deliver(report);
          expect(await stored(member)).toEqual(told(id));
        },
      ),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 10) },
    );
  });

  it('end there in every order of three', async () => {
    const { member, id } = await shop.payer();
    const reports = await happen(shop, ['failed', 'collected', 'renewed'], { id, member });
    expect(reports).toHaveLength(3);
    for (const first of reports) {
      for (const second of reports) {
        for (const third of reports) {
          await move(member, { status: 'incomplete', current_period_ends_at: null });
          for (const report of [first, second, third]) await shop.deliver(report);
          expect(await stored(member)).toEqual(told(id));
        }
      }
    }
  });
});
