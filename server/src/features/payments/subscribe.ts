import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from 'earshot/contract';
import type { Language } from 'earshot/internal';
import type { BillingDetails } from 'earshot-site/contract';
import { Refusal, type Words } from '../../platform/http/refusal.ts';
import { findAnyPlan, type StoredPlan } from '../plans/plans.ts';
import { toBilling } from './billing.ts';
import { readBillingDetails } from './details.ts';
import { endIfOverdue } from './end-subscription.ts';
import {
  alone,
  giveUpAttempt,
  type PaymentDeps,
  readPayment,
  refresh,
  requireRow,
  store,
} from './follow-stripe.ts';
import { type NextStep, nextStep } from './next-step.ts';
import { beginPlan, changeRow, findRow, renewAttempt, type SubscriptionRow } from './repository.ts';

export interface Subscribe {
  planId: string;
  /** The language of later mails about the plan. */
  language: Language;
  /** Billing details for later invoices, and for the first one if they come with the first attempt. */
  details?: BillingDetails | undefined;
}

/** Stripe applies a payment a moment after the payer's browser has heard of it. */
const APPLIED_WITHIN_MS = 1_000;

const REFUSALS: { [step in NextStep]?: { reason: 'CONFLICT' | 'NOT_FOUND'; words: Words } } = {
  refuse_own: { reason: 'CONFLICT', words: 'plan_owned' },
  refuse_other: { reason: 'CONFLICT', words: 'plan_change' },
  refuse_retired: { reason: 'NOT_FOUND', words: 'plan_retired' },
};

/**
 * Begins a subscription, or continues one that waits for a payment: its first one, or a failed renewal. The row is
 * written before Stripe is asked, and names the attempt at Stripe, so a server that dies between two steps continues
 * the same attempt.
 * @returns the client secret of the payment; null if there is nothing to pay
 * @throws AppError INVALID_REQUEST, NOT_FOUND, CONFLICT if the member has a subscription, UNAVAILABLE
 */
export function subscribe(
  deps: PaymentDeps,
  userId: number,
  { planId, language, details }: Subscribe,
): Promise<string | null> {
  const checked = details && readBillingDetails(details);
  return alone(deps, userId, async () => {
    const plan = await findAnyPlan(deps.database, { planId });
    if (plan === null) throw new AppError('NOT_FOUND');
    const before = await readLatest(deps, userId);
    const row = await chooseRow(deps, { before, userId, plan, language });
    if (plan.stripePriceId === null) return null;
    return openPayment(deps, row, { priceId: plan.stripePriceId, details: checked });
  });
}

/** Reads the member's subscription from Stripe. A subscription whose days of grace are over has ended. */
async function readLatest(deps: PaymentDeps, userId: number): Promise<SubscriptionRow | null> {
  const found = await findRow(deps.database, userId);
  return found ? endIfOverdue(deps, await refresh(deps, found)) : null;
}

interface Choice {
  before: SubscriptionRow | null;
  userId: number;
  plan: StoredPlan;
  language: Language;
}

/**
 * Returns the row of the attempt to continue, or of a new one.
 * @throws AppError CONFLICT if a plan is paid for, NOT_FOUND if this one is not for sale, UNAVAILABLE
 */
async function chooseRow(deps: PaymentDeps, { before, userId, plan, language }: Choice) {
  const { plan_id: planId } = plan.plan;
  const step = nextStep(before, { planId, isRetired: plan.isRetired }, new Date());
  const refusal = REFUSALS[step];
  if (refusal) throw new Refusal(refusal.reason, [refusal]);
  if (before !== null) {
    if (step === 'pay') return before;
    const { stripe_subscription_id: id } = before;
    if (step === 'replace') await giveUpAttempt(deps, before);
    // A subscription that has ended here may continue at Stripe: its last period ends a moment later there, and a paused
    // one can be resumed. The member would then pay for two.
    else if (id !== null) await deps.gateway.cancelNow(id);
  }
  return beginPlan(deps.database, userId, {
    plan_id: planId,
    language,
    ...(plan.stripePriceId === null
      ? { status: 'active', free_plan_id: planId }
      : { status: 'incomplete' }),
  });
}

/** Returns the client secret of an open payment. Null if the attempt is paid. */
async function openPayment(
  deps: PaymentDeps,
  row: SubscriptionRow,
  { priceId, details }: { priceId: string; details: BillingDetails | undefined },
): Promise<string | null> {
  const { customerId, row: known } = await withCustomer(deps, row);
  const find = () => readPayment(deps, known);
  const found = await find();
  if (details) await deps.gateway.writeDetails(customerId, details);
  const attempt = { customerId, priceId, attemptId: known.attempt_id };
  const payment = found ?? (await deps.gateway.createSubscription(attempt, find));
  const { status } = await store(deps, row.user_id, payment);
  return status === 'incomplete' || status === 'past_due' ? payment.clientSecret : null;
}

async function withCustomer({ database, gateway }: PaymentDeps, row: SubscriptionRow) {
  const known = row.stripe_customer_id;
  if (known !== null && (await gateway.hasCustomer(known))) return { customerId: known, row };
  // Stripe repeats its answers to an attempt for a day, so for the old attempt it would name the deleted customer again.
  const { attempt_id } = known === null ? row : await renewAttempt(database, row.user_id);
  const customerId = await gateway.createCustomer(attempt_id, row.user_id);
  const change = { stripe_customer_id: customerId };
  return { customerId, row: await changeRow(database, row.user_id, change) };
}

/**
 * Asks Stripe whether everything is paid for this plan.
 * @throws AppError CONFLICT if not, NOT_FOUND without a subscription, UNAVAILABLE
 */
export function confirmPayment(deps: PaymentDeps, userId: number, planId: string) {
  const isPaid = ({ status, plan_id, pending_plan_id }: SubscriptionRow) =>
    status === 'active' && plan_id === planId && pending_plan_id === null;
  return alone(deps, userId, async () => {
    let row = await refresh(deps, await requireRow(deps, userId));
    if (!isPaid(row) && row.status !== 'ended') {
      await sleep(APPLIED_WITHIN_MS);
      row = await refresh(deps, row);
    }
    if (isPaid(row)) return toBilling(deps.database, row);
    throw new Refusal('CONFLICT', 'payment_open');
  });
}
