import { AppError } from 'earshot/contract';
import type { Proration } from 'earshot/internal';
import { findAnyPlan } from '../plans/plans.ts';
import {
  alone,
  type PaymentDeps,
  readPayment,
  refresh,
  requireRow,
  store,
} from './follow-stripe.ts';
import type { OpenPayment } from './stripe/open-payment.ts';
import { statusAt } from './subscription-state.ts';

/**
 * What a member would pay now for another plan: the difference for the rest of the period.
 * @throws AppError NOT_FOUND, CONFLICT if the plan cannot be changed to this one, UNAVAILABLE
 */
export function previewPlan(deps: PaymentDeps, userId: number, planId: string): Promise<Proration> {
  return alone(deps, userId, async () => {
    const { payment, planId: before, priceId, currency } = await readChange(deps, userId, planId);
    if (before === planId) return { amount: 0, currency };
    return deps.gateway.previewPrice(payment.facts, priceId);
  });
}

/**
 * Goes on with another plan. It begins once the difference is paid, which Stripe tries at once with the card it knows.
 * @returns the client secret of a payment that the member must finish himself; null if there is none
 * @throws AppError NOT_FOUND, CONFLICT if the plan cannot be changed to this one, UNAVAILABLE
 */
export function changePlan(
  deps: PaymentDeps,
  userId: number,
  planId: string,
): Promise<string | null> {
  return alone(deps, userId, async () => {
    const { payment, planId: before, priceId } = await readChange(deps, userId, planId);
    const { pendingPriceId } = payment.facts;
    if (pendingPriceId === priceId) return payment.clientSecret;
    if (pendingPriceId !== null) await giveUpChange(deps, payment);
    if (before === planId) {
      await refresh(deps, await requireRow(deps, userId));
      return null;
    }
    const changed = await deps.gateway.changePrice(payment.facts, priceId);
    await store(deps, userId, changed);
    return changed.facts.pendingPriceId === null ? null : changed.clientSecret;
  });
}

/** Gives up a change that waits for its payment. @throws AppError CONFLICT if it has been paid in the meantime */
export async function giveUpChange(
  { gateway }: PaymentDeps,
  { facts }: OpenPayment,
): Promise<void> {
  if (facts.invoice === null || (await gateway.giveUpPayment(facts.invoice.id))) return;
  throw new AppError('CONFLICT');
}

async function readChange(deps: PaymentDeps, userId: number, planId: string) {
  const plan = await findAnyPlan(deps.database, { planId });
  if (plan === null) throw new AppError('NOT_FOUND');
  const row = await requireRow(deps, userId);
  const payment = row.stripe_subscription_id === null ? null : await readPayment(deps, row);
  const stored = payment && (await store(deps, userId, payment));
  const status = stored ? statusAt(stored, new Date()) : 'ended';
  if (!payment || !stored || status === 'incomplete' || status === 'ended') {
    throw refused('You have no plan to change. Subscribe to this one.');
  }
  if (status === 'past_due') throw refused('Please pay what is open first.');
  const own = await findAnyPlan(deps.database, { planId: stored.plan_id });
  const isOwn = own?.plan.plan_id === planId;
  if (plan.isRetired && !isOwn) throw new AppError('NOT_FOUND');
  // Nobody pays more for a plan that ends with the period, and nothing renews without a word of the member.
  if (stored.cancel_at_period_end && !isOwn) {
    throw refused('Your plan is to end. Keep it first, then change it.');
  }
  if (plan.stripePriceId === null) {
    throw refused('A plan that costs nothing begins once yours has ended. Cancel yours first.');
  }
  const { currency } = plan.plan;
  if (own && own.plan.currency !== currency) {
    throw refused('This plan is sold in another currency. Cancel yours first.');
  }
  return { payment, planId: stored.plan_id, priceId: plan.stripePriceId, currency };
}

const refused = (message: string) => new AppError('CONFLICT', { messages: [message] });
