import { describe, expect, it } from 'vitest';
import { GRACE_MS, stateOf, statusAt } from '../../../src/features/payments/subscription-state.ts';

const START = 1_800_000_000;
const END = START + 1_000;
const facts = (status: string) => ({
  id: 'sub_1',
  itemId: 'si_1',
  status,
  priceId: 'price_1',
  pendingPriceId: null,
  periodStart: START,
  periodEnd: END,
  cancelsAtPeriodEnd: true,
  card: null,
});

describe('the state of a subscription', () => {
  it.each([
    ['incomplete', 'incomplete'],
    ['trialing', 'active'],
    ['active', 'active'],
    ['past_due', 'past_due'],
    ['unpaid', 'ended'],
    ['canceled', 'ended'],
    ['incomplete_expired', 'ended'],
    ['paused', 'ended'],
    ['something new', 'ended'],
  ])('is for "%s" of Stripe %s', (status, own) => {
    expect(stateOf(facts(status)).status).toBe(own);
  });

  it('has a period and an end only while it runs', () => {
    expect(stateOf(facts('active'))).toMatchObject({
      current_period_ends_at: new Date(END * 1_000),
      grace_ends_at: null,
      cancel_at_period_end: true,
    });
    expect(stateOf(facts('canceled'))).toMatchObject({
      current_period_ends_at: null,
      cancel_at_period_end: false,
    });
  });

  it('gives a failed renewal a week, and not a moment more', () => {
    const state = stateOf(facts('past_due'));
    const end = START * 1_000 + GRACE_MS;
    expect(state.grace_ends_at).toEqual(new Date(end));
    expect(statusAt(state, new Date(end - 1))).toBe('past_due');
    expect(statusAt(state, new Date(end))).toBe('ended');
  });
});
