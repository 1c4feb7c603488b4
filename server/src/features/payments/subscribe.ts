import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from 'earshot/contract';
import type { Billing, BillingDetails } from 'earshot/internal';
import { findAnyPlan } from '../plans/plans.ts';
import { toBilling } from './billing.ts';
import { readBillingDetails } from './details.ts';
import { endIfOverdue } from './end-subscription.ts';
import {
  alone,
  type PaymentDeps,
  readPayment,
  refresh,
  requireRow,
  store,
} from './follow-stripe.ts';
import {
  beginAttempt,
  changeRow,
  findRow,
  type SubscriptionRow,
  takeFreePlan,
} from './repository.ts';

export interface Subscribe {
  planId: string;
  /** What the first invoice says of the payer. */
  details?: BillingDetails | undefined;
}

/** Stripe applies a payment a moment after the payer's browser has heard of it. */
const APPLIED_WITHIN_MS = 1_000;

/**
 * Begins a subscription, or goes on with one that waits for a payment: its first one, or a renewal that failed. The row is
 * written before Stripe is asked, and names the attempt at Stripe: a server that dies between two steps goes on with the
 * same attempt.
 * @returns the client secret of the payment; null if there is nothing to pay
 * @throws AppError INVALID_REQUEST, NOT_FOUND, CONFLICT if the member has a subscription, UNAVAILABLE
 */
export function subscribe(
  deps: PaymentDeps,
  userId: number,
  { planId, details }: Subscribe,
): Promise<string | null> {
  const checked = details && readBillingDetails(details);
  return alone(deps, userId, async () => {
    const overdue = await findOverduePayment(deps, userId, planId);
    if (overdue !== null) return overdue;
    const plan = await findAnyPlan(deps.database, { planId });
    if (plan === null || plan.isRetired) throw new AppError('NOT_FOUND');
    const { stripePriceId: priceId } = plan;
    const row = await settleAttempt(deps, userId, { planId, isFree: priceId === null });
    if (priceId === null) return null;
    const { customerId, row: known } = await withCustomer(deps, row);
    const found = await readPayment(deps, known);
    if (found === null && checked) await deps.gateway.writeDetails(customerId, checked);
    const attempt = { customerId, priceId, attemptId: known.attempt_id };
    const payment = found ?? (await deps.gateway.createSubscription(attempt));
    await store(deps, userId, payment);
    return payment.facts.status === 'incomplete' ? payment.clientSecret : null;
  });
}

/**
 * Asks Stripe whether everything is paid.
 * @throws AppError CONFLICT if a payment is open, NOT_FOUND without a subscription, UNAVAILABLE
 */
export function confirmPayment(deps: PaymentDeps, userId: number): Promise<Billing> {
  return alone(deps, userId, async () => {
    let row = await refresh(deps, await requireRow(deps, userId));
    if (isUnpaid(row)) {
      await sleep(APPLIED_WITHIN_MS);
      row = await refresh(deps, row);
    }
    if (isUnpaid(row)) {
      throw new AppError('CONFLICT', { messages: ['The payment has not been completed.'] });
    }
    return toBilling(deps.database, row);
  });
}

const isUnpaid = ({ status, pending_plan_id }: SubscriptionRow): boolean =>
  status === 'incomplete' || status === 'past_due' || pending_plan_id !== null;

/** The client secret of a renewal that failed. Null if none has. */
async function findOverduePayment(
  deps: PaymentDeps,
  userId: number,
  planId: string,
): Promise<string | null> {
  const found = await findRow(deps.database, userId);
  if (found?.status !== 'past_due' || found.plan_id !== planId) return null;
  const payment = await readPayment(deps, found);
  if (payment === null) return null;
  const row = await endIfOverdue(deps, await store(deps, userId, payment));
  return row.status === 'past_due' ? payment.clientSecret : null;
}

/** The attempt to go on with. An unpaid attempt at another plan is given up first. */
async function settleAttempt(
  deps: PaymentDeps,
  userId: number,
  { planId, isFree }: { planId: string; isFree: boolean },
): Promise<SubscriptionRow> {
  const begin = isFree ? takeFreePlan : beginAttempt;
  const found = await findRow(deps.database, userId);
  if (found === undefined) return begin(deps.database, userId, planId);
  const row = await endIfOverdue(deps, await refresh(deps, found));
  const isPaidFor = row.status === 'active' || row.status === 'past_due';
  if (isPaidFor && row.stripe_subscription_id !== null) throw new AppError('CONFLICT');
  if (row.status === 'incomplete' && row.plan_id === planId) return row;
  if (row.status === 'incomplete') await giveUpAttempt(deps, row);
  return begin(deps.database, userId, planId);
}

/**
 * Ends an attempt that nobody has paid. Its invoice goes first: Stripe refuses that if the payer has just paid.
 * @throws AppError CONFLICT if he has
 */
async function giveUpAttempt(deps: PaymentDeps, row: SubscriptionRow): Promise<void> {
  const payment = await readPayment(deps, row);
  if (payment === null) return;
  const { invoiceId, facts } = payment;
  const isUnpaid = invoiceId === null || (await deps.gateway.giveUpPayment(invoiceId));
  const after = await refresh(deps, row);
  if (after.status === 'ended') return;
  if (!isUnpaid) throw new AppError('CONFLICT');
  // Nothing is left to pay, so Stripe may call it active.
  await deps.gateway.cancelNow(facts.id);
}

async function withCustomer(deps: PaymentDeps, row: SubscriptionRow) {
  if (row.stripe_customer_id !== null) return { customerId: row.stripe_customer_id, row };
  const customerId = await deps.gateway.createCustomer(row.attempt_id, row.user_id);
  const change = { stripe_customer_id: customerId };
  return { customerId, row: await changeRow(deps.database, row.user_id, change) };
}
