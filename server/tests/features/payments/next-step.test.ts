import { describe, expect, it } from 'vitest';
import { nextStep } from '../../../src/features/payments/next-step.ts';

const NOW = new Date('2026-12-01T12:00:00Z');
const PAST = new Date('2026-12-01T11:59:59Z');
const LATER = new Date('2026-12-01T12:00:01Z');

const row = {
  plan_id: 'studio',
  status: 'active',
  stripe_subscription_id: 'sub_1' as string | null,
  grace_ends_at: null as Date | null,
  cancel_at_period_end: false,
  current_period_ends_at: LATER,
} as const;
const incomplete = { ...row, status: 'incomplete' } as const;
const pastDue = { ...row, status: 'past_due', grace_ends_at: LATER } as const;
const ending = { ...row, cancel_at_period_end: true };
const over = { ...ending, current_period_ends_at: PAST };
const ended = { ...row, status: 'ended' } as const;
const free = { ...row, plan_id: 'free', stripe_subscription_id: null };

describe('nextStep', () => {
  it.each([
    ['nothing before', null, 'studio', 'begin'],
    ['an open order of this plan', incomplete, 'studio', 'pay'],
    ['an open order of another plan', incomplete, 'label', 'replace'],
    ['this plan', row, 'studio', 'refuse_own'],
    ['another plan', row, 'label', 'refuse_other'],
    ['this plan, which is to end', ending, 'studio', 'refuse_own'],
    ['this plan, whose last period is over', over, 'studio', 'begin'],
    ['another plan, whose last period is over', over, 'label', 'begin'],
    ['an open renewal of this plan', pastDue, 'studio', 'pay'],
    ['an open renewal of another plan', pastDue, 'label', 'refuse_other'],
    [
      'an open renewal after its days of grace',
      { ...pastDue, grace_ends_at: PAST },
      'studio',
      'begin',
    ],
    ['a plan that has ended', ended, 'studio', 'begin'],
    ['a free plan', free, 'studio', 'begin'],
    ['the same free plan', free, 'free', 'begin'],
  ] as const)('with %s', (_before, before, planId, step) => {
    expect(nextStep(before, { planId, isRetired: false }, NOW)).toBe(step);
  });

  it.each([
    ['nothing before', null, 'studio', 'refuse_retired'],
    ['an open order of it', incomplete, 'studio', 'pay'],
    ['an open order of another plan', incomplete, 'label', 'refuse_retired'],
    ['the plan itself', row, 'studio', 'refuse_own'],
    ['an open renewal of it', pastDue, 'studio', 'pay'],
    ['another plan', row, 'label', 'refuse_retired'],
    ['the plan itself, which has ended', ended, 'studio', 'refuse_retired'],
  ] as const)('to a plan that is retired, with %s', (_before, before, planId, step) => {
    expect(nextStep(before, { planId, isRetired: true }, NOW)).toBe(step);
  });
});
