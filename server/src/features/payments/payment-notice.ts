import type { SubscriptionRow } from './repository.ts';
import { type StripeFacts, statusAt } from './subscription-state.ts';

/** A renewal has failed, or the plan has ended unpaid. */
export type PaymentNotice = 'failed' | 'ended';

/** A row before and after Stripe's facts were stored in it. */
export interface StoredChange {
  before: SubscriptionRow;
  after: SubscriptionRow;
  facts: StripeFacts;
}

/**
 * Returns the news that the member must get by mail. Null if there is none: the row remembers the mails that were
 * sent, so reports in any order lead to one mail.
 */
export function noticeOf(change: StoredChange, now: Date): PaymentNotice | null {
  const { after } = change;
  // After the days of grace it is too late to pay. The plan ends instead.
  if (statusAt(after, now) === 'past_due') return isFailureTold(after) ? null : 'failed';
  if (after.status !== 'ended' || !hasEndedUnpaid(change)) return null;
  return after.end_mailed_for === after.stripe_subscription_id ? null : 'ended';
}

/** The days of grace of each renewal end at a different time. */
const isFailureTold = ({ failure_mailed_for: told, grace_ends_at: end }: SubscriptionRow) =>
  told !== null && told.getTime() === end?.getTime();

function hasEndedUnpaid({ before, facts }: StoredChange): boolean {
  const { invoice, cancelsAtPeriodEnd } = facts;
  if (invoice === null || before.cancel_at_period_end || cancelsAtPeriodEnd) return false;
  // This host makes the invoice void before it ends a plan.
  if (before.status === 'past_due') return invoice.isOwed || invoice.isVoid;
  // Perhaps the report of the failed renewal was lost.
  return before.status === 'active' && invoice.isRenewal && invoice.isOwed;
}
