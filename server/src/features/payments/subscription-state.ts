import type { PaymentCard, SubscriptionStatus } from 'earshot-site/contract';

/** For how long after a failed renewal a member may still pay it. */
export const GRACE_MS = 7 * 24 * 60 * 60 * 1_000;

/** A subscription as Stripe reports it. Times are seconds of Unix time. */
export interface StripeFacts {
  id: string;
  /** Stripe's name of the subscribed item. */
  itemId: string;
  status: string;
  priceId: string;
  /** The price that begins after a payment. */
  pendingPriceId: string | null;
  periodStart: number;
  periodEnd: number;
  cancelsAtPeriodEnd: boolean;
  /** The newest invoice: for the first payment, a renewal or a change of the plan. */
  invoice: InvoiceFacts | null;
  /** The card that pays. */
  card: PaymentCard | null;
}

export interface InvoiceFacts {
  id: string;
  /** It can no longer be paid, and was not paid. */
  isVoid: boolean;
  /** It can still be paid, or Stripe has given it up unpaid. */
  isOwed: boolean;
  /** True for the first payment of the subscription. */
  isFirst: boolean;
  /** True for the payment of a further period. */
  isRenewal: boolean;
  /** The amount to pay, in the smallest unit of the currency. */
  amount: number;
  /** ISO 4217, in small letters. */
  currency: string;
}

/** The part of a subscription that this host stores. */
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
 * Derives the state from Stripe's current facts only: events that come late, twice or out of order cannot change the
 * result. An unknown status of Stripe gives no plan.
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

type Timed = Pick<
  SubscriptionState,
  'status' | 'grace_ends_at' | 'cancel_at_period_end' | 'current_period_ends_at'
>;

/**
 * A subscription ends with its days of grace, or with the period after which the member wants it to end, even before
 * Stripe reports it.
 */
export function statusAt(state: Timed, now: Date): SubscriptionStatus {
  const { status, cancel_at_period_end, current_period_ends_at: end } = state;
  const isLast = status === 'active' && cancel_at_period_end && end !== null && end <= now;
  return isLast || isOverdue(state, now) ? 'ended' : status;
}

/** True if a failed renewal was not paid within its days of grace. */
export function isOverdue(
  { status, grace_ends_at }: Pick<SubscriptionState, 'status' | 'grace_ends_at'>,
  now: Date,
): boolean {
  return status === 'past_due' && grace_ends_at !== null && grace_ends_at <= now;
}

/**
 * True if Stripe would continue a subscription that can no longer be paid. Stripe calls it active as soon as the
 * invoice that it waited for is void: https://docs.stripe.com/billing/subscriptions/overview#void-invoices. It calls
 * it unpaid, and writes further invoices, if it has stopped collecting the money.
 */
export function runsUnpaid(
  { status, invoice }: Pick<StripeFacts, 'status' | 'invoice'>,
  stored: Pick<SubscriptionState, 'status' | 'grace_ends_at'>,
  now: Date,
): boolean {
  if (status === 'unpaid') return true;
  const isOpen = status === 'active' || status === 'past_due' || status === 'incomplete';
  return isOpen && invoice?.isVoid === true && (invoice.isFirst || isOverdue(stored, now));
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
