import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/platform/limits/limit-table.ts';
import { openShop, type Shop } from '../../helpers/open-shop.ts';
import type { SignedIn } from '../../helpers/test-app.ts';

const { points } = LIMITS.payment.account;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ RATE_LIMITS: 'on' });
});
afterAll(() => shop?.close());

type Ask = (member: SignedIn) => Promise<{ status: number }>;
const order: Ask = (member) => shop.subscribe(member);

describe('the limit of payments', () => {
  it.each<[string, Ask]>([
    ['orders', order],
    [
      'purchases',
      (member) => {
        const path = `/user/${member.userId}/premium/purchase`;
        return shop.ask(member, 'PUT', path, { plan_id: 'studio' });
      },
    ],
    ['changes', (member) => shop.ask(member, 'POST', 'subscription', { plan_id: 'label' })],
    ['cards', (member) => shop.ask(member, 'POST', 'cards/intents')],
    [
      'cards that pay',
      (member) => shop.ask(member, 'PUT', 'cards/attach', { intent_id: 'seti_1' }),
    ],
    ['details', (member) => shop.ask(member, 'PUT', 'details', { country: 'IT' })],
  ])('holds for %s', async (_what, ask) => {
    const member = await shop.test.signIn();
    for (let count = 0; count < points; count += 1) {
      expect((await ask(member)).status).not.toBe(429);
    }
    const before = shop.stripe.requests.length;
    expect((await ask(member)).status).toBe(429);
    expect((await order(member)).status).toBe(429); // all of them count together
    expect(shop.stripe.requests).toHaveLength(before);
  });

  it('keeps nobody from confirming what he has paid, or from cancelling', async () => {
    const { member } = await shop.payer();
    for (let count = 0; count < points; count += 1) await order(member);
    expect((await order(member)).status).toBe(429);
    expect((await shop.confirm(member)).status).toBe(200);
    expect((await shop.ask(member, 'DELETE', 'subscription')).status).toBe(200);
    expect((await shop.ask(member, 'POST', 'subscription/reactivate')).status).toBe(200);
  });
});
