import { describe, expect, it } from 'vitest';
import {
  GRACE_MS,
  runsUnpaid,
  stateOf,
  statusAt,
} from '../../../src/features/payments/subscription-state.ts';

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
  invoice: null,
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

  it('ends with the period that it is to end with, and not a moment before', () => {
    const state = stateOf(facts('active'));
    const end = END * 1_000;
    expect(statusAt(state, new Date(end - 1))).toBe('active');
    expect(statusAt(state, new Date(end))).toBe('ended');
    const renewing = stateOf({ ...facts('active'), cancelsAtPeriodEnd: false });
    expect(statusAt(renewing, new Date(end))).toBe('active');
  });
});

describe('runsUnpaid', () => {
  const NOW = new Date(START * 1_000);
  const inTime = { status: 'active', grace_ends_at: null } as const;
  const overdue = { status: 'past_due', grace_ends_at: new Date(0) } as const;
  const first = {
    id: 'in_1',
    isVoid: true,
    isOwed: false,
    isFirst: true,
    isRenewal: false,
    amount: 900,
    currency: 'eur',
  };
  const renewal = { ...first, isFirst: false, isRenewal: true };

  it.each([
    ['a first invoice that is void', 'active', first, inTime, true],
    ['a first invoice that is void, after its end', 'canceled', first, inTime, false],
    ['a first invoice that is paid', 'active', { ...first, isVoid: false }, inTime, false],
    [
      'a void renewal within the days of grace, which the host has given',
      'active',
      renewal,
      inTime,
      false,
    ],
    ['a void renewal after the days of grace', 'active', renewal, overdue, true],
    ['a change that was given up', 'active', renewal, inTime, false],
    ['no invoice', 'active', null, overdue, false],
    ['payments that Stripe has stopped to collect', 'unpaid', null, inTime, true],
  ] as const)('with %s', (_name, status, invoice, stored, is) => {
    expect(runsUnpaid({ status, invoice }, stored, NOW)).toBe(is);
  });
});
