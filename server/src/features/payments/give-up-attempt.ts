import { AppError } from 'earshot/contract';
import { type PaymentDeps, readPayment, refresh } from './follow-stripe.ts';
import { changeRow, type SubscriptionRow } from './repository.ts';

/**
 * Ends an unpaid attempt to subscribe. Its invoice is voided first, which Stripe refuses if the payer has just paid,
 * so no paid
 * subscription is lost.
 * @throws AppError CONFLICT if it has been paid, UNAVAILABLE
 */
export async function giveUpAttempt(
  deps: PaymentDeps,
  row: SubscriptionRow,
): Promise<SubscriptionRow> {
  const payment = await readPayment(deps, row);
  if (payment === null) return changeRow(deps.database, row.user_id, { status: 'ended' });
  const { id, invoice } = payment.facts;
  const isUnpaid = invoice === null || (await deps.gateway.giveUpPayment(invoice.id));
  const after = await refresh(deps, row);
  if (after.status === 'ended') return after;
  if (!isUnpaid) throw new AppError('CONFLICT');
  await deps.gateway.cancelNow(id);
  return refresh(deps, after);
}
