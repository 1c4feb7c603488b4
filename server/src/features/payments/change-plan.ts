import { AppError } from 'earshot/contract';
import type { Proration } from 'earshot-site/contract';
import { Refusal, type Words } from '../../platform/http/refusal.ts';
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
 * Returns the price of another plan now: the difference for the rest of the period.
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
 * Changes the plan. The new plan begins once the difference is paid. Stripe charges the stored card at once.
 * @returns the client secret of a payment that the member must confirm; null if there is none
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

/** Cancels a change that waits for its payment. @throws AppError CONFLICT if it has been paid in the meantime */
export async function giveUpChange({ gateway }: PaymentDeps, { facts }: OpenPayment) {
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
    throw refused('plan_none');
  }
  if (status === 'past_due') throw refused('plan_unpaid');
  const own = await findAnyPlan(deps.database, { planId: stored.plan_id });
  const isOwn = own?.plan.plan_id === planId;
  if (plan.isRetired && !isOwn) throw new AppError('NOT_FOUND');
  // Members must not pay more for a plan that ends with the period, and a plan renews only with the member's consent.
  if (stored.cancel_at_period_end && !isOwn) throw refused('plan_ending');
  if (plan.stripePriceId === null) throw refused('plan_free_later');
  const { currency } = plan.plan;
  if (own && own.plan.currency !== currency) throw refused('plan_currency');
  return { payment, planId: stored.plan_id, priceId: plan.stripePriceId, currency };
}

const refused = (words: Words) => new Refusal('CONFLICT', words);
