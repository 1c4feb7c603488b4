import type { SubscriptionRow } from './repository.ts';
import { statusAt } from './subscription-state.ts';

export type NextStep =
  /** The member's order of this plan, or a renewal of it, waits for a payment. */
  | 'pay'
  /** This plan replaces the member's unpaid order of another plan. */
  | 'replace'
  | 'begin'
  /** The member has this plan. */
  | 'refuse_own'
  /** The member pays for another plan. */
  | 'refuse_other'
  | 'refuse_retired';

export type Before = Pick<
  SubscriptionRow,
  | 'plan_id'
  | 'status'
  | 'stripe_subscription_id'
  | 'grace_ends_at'
  | 'cancel_at_period_end'
  | 'current_period_ends_at'
>;

/**
 * Decides the answer to a member who asks for a plan.
 * @param before the member's plan, as Stripe knows it now. It may be past its end before Stripe ends it
 */
export function nextStep(
  before: Before | null,
  { planId, isRetired }: { planId: string; isRetired: boolean },
  now: Date,
): NextStep {
  const status = before && statusAt(before, now);
  const isOwn = before?.plan_id === planId;
  const isOpen = status === 'incomplete' || status === 'past_due';
  if (isOwn && isOpen) return 'pay';
  // A free plan is not a subscription at Stripe. It stays below a paid plan, and can be taken again.
  const isPaid = status === 'past_due' || (status === 'active' && !isFree(before));
  if (isOwn && isPaid) return 'refuse_own';
  if (isRetired) return 'refuse_retired';
  if (isPaid) return 'refuse_other';
  return status === 'incomplete' ? 'replace' : 'begin';
}

const isFree = (row: Before | null) => row?.stripe_subscription_id === null;
