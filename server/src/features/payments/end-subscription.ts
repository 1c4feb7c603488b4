import { AppError } from 'earshot/contract';
import type { OnAccountEnd } from '../../feature.ts';
import { toBilling } from './billing.ts';
import { giveUpChange } from './change-plan.ts';
import {
  alone,
  giveUpAttempt,
  type PaymentDeps,
  readPayment,
  refresh,
  requireRow,
} from './follow-stripe.ts';
import { changeRow, findRow, listUnsettled, type SubscriptionRow } from './repository.ts';
import { isOverdue } from './subscription-state.ts';

/**
 * Ends a subscription with its period, or undoes that. An unpaid attempt ends at once.
 * @throws AppError NOT_FOUND, CONFLICT if there is nothing to end, UNAVAILABLE
 */
export async function endAtPeriodEnd(deps: PaymentDeps, userId: number, isEnding: boolean) {
  const row = await alone(deps, userId, async () => {
    const before = await refresh(deps, await requireRow(deps, userId));
    const { status, stripe_subscription_id: id, free_plan_id } = before;
    const isOpen = status === 'active' || status === 'past_due';
    if (isOpen && id !== null) {
      if (isEnding && before.pending_plan_id !== null) await giveUpOpenChange(deps, before);
      const isDone = await deps.gateway.setCancelAtPeriodEnd(id, isEnding);
      const after = await refresh(deps, before);
      if (!isDone) throw new AppError('CONFLICT');
      return after;
    }
    if (status === 'incomplete' && isEnding) return giveUpAttempt(deps, before);
    if (free_plan_id === null || status === 'incomplete') throw new AppError('CONFLICT');
    // Nothing was paid for a free plan, so it has no period.
    const ended = { status: 'ended', free_plan_id: null } as const;
    return isEnding ? changeRow(deps.database, userId, ended) : before;
  });
  return toBilling(deps.database, row);
}

/** A page that was left open must not pay for a change of a plan that ends with its period. */
async function giveUpOpenChange(deps: PaymentDeps, row: SubscriptionRow): Promise<void> {
  const payment = await readPayment(deps, row);
  if (payment !== null) await giveUpChange(deps, payment);
}

/** Adds the job that cancels everything a member has at Stripe. Part of the transaction that ends an account. */
export const giveUpSubscription: OnAccountEnd = async ({ transaction, userId, deps }) => {
  const { config, jobs } = deps;
  const row = await findRow(transaction, userId);
  // A subscription that has ended here may be paused at Stripe, where the host can resume it.
  if (!row || (row.status === 'ended' && config.payments === null)) return;
  // An attempt that has just begun may not have reached Stripe. The job waits for it.
  if (row.stripe_customer_id !== null || row.status === 'incomplete') {
    await jobs.add(transaction, 'end_subscription', { userId });
  }
};

/** Cancels at once, without a last payment. */
export function endNow(deps: PaymentDeps, userId: number): Promise<void> {
  return alone(deps, userId, async () => {
    const row = await refresh(deps, await requireRow(deps, userId));
    if (row.status === 'incomplete') await giveUpAttempt(deps, row).catch(unlessPaid);
    const { stripe_subscription_id: id } = await requireRow(deps, userId);
    if (id === null) return;
    await deps.gateway.cancelNow(id);
    await refresh(deps, row);
  });
}

/** The account ends, so its plan ends even if it has just been paid. */
function unlessPaid(error: unknown): void {
  if (!(error instanceof AppError && error.reason === 'CONFLICT')) throw error;
}

/**
 * Cancels subscriptions that were not paid within the days of grace, so that Stripe collects nothing later for an
 * ended plan.
 * Also asks Stripe about each period that is over and each open payment, because a report may have been lost.
 * @throws the first failure, after trying all others: the next run tries it again
 */
export async function settleSubscriptions(deps: PaymentDeps): Promise<void> {
  const failures: unknown[] = [];
  for (const userId of await listUnsettled(deps.database)) {
    await alone(deps, userId, async () => {
      await endIfOverdue(deps, await refresh(deps, await requireRow(deps, userId)));
    }).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * Ends a subscription whose days of grace are over, and leaves others as they are. Its invoice is voided first, which
 * Stripe refuses if it has just been paid.
 */
export async function endIfOverdue(deps: PaymentDeps, row: SubscriptionRow) {
  if (!isOverdue(row, new Date())) return row;
  const invoice = (await readPayment(deps, row))?.facts.invoice ?? null;
  if (invoice !== null) await deps.gateway.giveUpPayment(invoice.id);
  const after = await refresh(deps, row); // cancels it, because it can no longer be paid
  if (after.status !== 'past_due' || after.stripe_subscription_id === null) return after;
  await deps.gateway.cancelNow(after.stripe_subscription_id);
  return refresh(deps, after);
}
