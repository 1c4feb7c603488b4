import type { PaymentCard, SubscriptionStatus } from 'earshot/internal';

/** For how long after a failed renewal a member may still pay it. */
export const GRACE_MS = 7 * 24 * 60 * 60 * 1_000;

/** What Stripe says of a subscription. Moments are seconds of Unix time. */
export interface StripeFacts {
  id: string;
  /** Stripe's name for the one thing that is subscribed to. */
  itemId: string;
  status: string;
  priceId: string;
  /** The price that begins once a payment is made. */
  pendingPriceId: string | null;
  periodStart: number;
  periodEnd: number;
  cancelsAtPeriodEnd: boolean;
  /** The card that pays. */
  card: PaymentCard | null;
}

/** What this host stores of it. */
export interface SubscriptionState {
  status: SubscriptionStatus;
  current_period_ends_at: Date | null;
  grace_ends_at: Date | null;
  cancel_at_period_end: boolean;
  card_brand: string | null;
  card_last4: string | null;
  card_exp_month: number | null;
  card_exp_year: number | null;
}

/**
 * The state that follows from what Stripe says now, and from nothing else: events that come late, twice or in another order
 * cannot change where it ends. An unknown status of Stripe gives nobody a plan.
 */
export function stateOf(facts: StripeFacts): SubscriptionState {
  const status = statusOf(facts.status);
  const isOpen = status === 'active' || status === 'past_due';
  return {
    status,
    current_period_ends_at: isOpen ? new Date(facts.periodEnd * 1_000) : null,
    // Stripe begins the new period before it tries to collect the money for it.
    grace_ends_at: status === 'past_due' ? new Date(facts.periodStart * 1_000 + GRACE_MS) : null,
    cancel_at_period_end: isOpen && facts.cancelsAtPeriodEnd,
    card_brand: facts.card?.brand ?? null,
    card_last4: facts.card?.last4 ?? null,
    card_exp_month: facts.card?.exp_month ?? null,
    card_exp_year: facts.card?.exp_year ?? null,
  };
}

/** After its grace period, a subscription that is past due counts as ended, also before Stripe says so. */
export function statusAt(
  { status, grace_ends_at }: Pick<SubscriptionState, 'status' | 'grace_ends_at'>,
  now: Date,
): SubscriptionStatus {
  const isOver = status === 'past_due' && grace_ends_at !== null && grace_ends_at <= now;
  return isOver ? 'ended' : status;
}

/** https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
function statusOf(status: string): SubscriptionStatus {
  switch (status) {
    case 'incomplete':
      return 'incomplete';
    case 'active':
    case 'trialing':
      return 'active';
    case 'past_due':
      return 'past_due';
    default:
      return 'ended';
  }
}
