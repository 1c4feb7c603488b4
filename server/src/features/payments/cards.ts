import { AppError } from 'earshot/contract';
import type { Billing } from 'earshot-site/contract';
import { Refusal } from '../../platform/http/refusal.ts';
import { toBilling } from './billing.ts';
import { alone, type PaymentDeps, refresh, requireRow } from './follow-stripe.ts';

/**
 * Begins to store another card. Returns the client secret for the payer's browser.
 * @throws AppError NOT_FOUND, CONFLICT without a plan that is paid for, UNAVAILABLE
 */
export async function beginCard(deps: PaymentDeps, userId: number): Promise<string> {
  const { stripe_customer_id: customerId, status } = await requireRow(deps, userId);
  if (customerId === null || status === 'ended') throw noPlan();
  const secret = await deps.gateway.beginCard(customerId);
  if (secret === null) throw noPlan();
  return secret;
}

/**
 * Makes the card of a finished attempt the one that pays.
 * @throws AppError NOT_FOUND for another member's attempt, CONFLICT if the bank has not allowed it, UNAVAILABLE
 */
export function attachCard(deps: PaymentDeps, userId: number, intentId: string): Promise<Billing> {
  return alone(deps, userId, async () => {
    const row = await refresh(deps, await requireRow(deps, userId));
    const { stripe_subscription_id: id, stripe_customer_id: customerId, status } = row;
    if (id === null || status === 'ended') throw noPlan();
    const card = await deps.gateway.findNewCard(intentId);
    if (card?.customerId !== customerId) throw new AppError('NOT_FOUND');
    if (card.methodId === null) throw new Refusal('CONFLICT', 'card_unconfirmed');
    await deps.gateway.setCard(id, card.methodId);
    return toBilling(deps.database, await refresh(deps, row));
  });
}

const noPlan = () => new Refusal('CONFLICT', 'no_card_plan');
