import { AppError } from 'earshot/contract';
import type { Billing } from 'earshot/internal';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { toBilling } from './billing.ts';
import { alone, type PaymentDeps, refresh, requireRow } from './follow-stripe.ts';
import { changeRow, findRow, listOverdue, type SubscriptionRow } from './repository.ts';
import { statusAt } from './subscription-state.ts';

/** Ends a subscription with its period, or takes that back. @throws AppError NOT_FOUND, CONFLICT, UNAVAILABLE */
export async function endAtPeriodEnd(
  deps: PaymentDeps,
  userId: number,
  isEnding: boolean,
): Promise<Billing> {
  const row = await alone(deps, userId, async () => {
    const before = await refresh(deps, await requireRow(deps, userId));
    const { status, stripe_subscription_id: id, free_plan_id } = before;
    const isOpen = status === 'active' || status === 'past_due';
    if (isOpen && id !== null) {
      await deps.gateway.setCancelAtPeriodEnd(id, isEnding);
      return refresh(deps, before);
    }
    if (free_plan_id === null || status === 'incomplete') throw new AppError('CONFLICT');
    // Nothing was paid for a free plan, so it has no period.
    const ended = { status: 'ended', free_plan_id: null } as const;
    return isEnding ? changeRow(deps.database, userId, ended) : before;
  });
  return toBilling(deps.database, row);
}

/** Adds the job that cancels whatever a member has at Stripe. Part of the transaction that ends an account. */
export async function giveUpSubscription(
  { jobs }: Pick<FeatureDeps, 'jobs'>,
  transaction: Database,
  userId: number,
): Promise<void> {
  const row = await findRow(transaction, userId);
  if (row && row.stripe_customer_id !== null && row.status !== 'ended') {
    await jobs.add(transaction, 'end_subscription', { userId });
  }
}

/** Cancels at once, without a last payment. */
export function endNow(deps: PaymentDeps, userId: number): Promise<void> {
  return alone(deps, userId, async () => {
    const row = await refresh(deps, await requireRow(deps, userId));
    if (row.status === 'ended' || row.stripe_subscription_id === null) return;
    await deps.gateway.cancelNow(row.stripe_subscription_id);
    await refresh(deps, row);
  });
}

/**
 * Cancels what nobody has paid within the days of grace, so that Stripe collects nothing later for a plan that has ended.
 * Those that Stripe does not answer for are tried again by the next run.
 */
export async function endGrace(deps: PaymentDeps): Promise<void> {
  for (const userId of await listOverdue(deps.database)) {
    await alone(deps, userId, async () => {
      await endIfOverdue(deps, await refresh(deps, await requireRow(deps, userId)));
    });
  }
}

/** Cancels a subscription whose days of grace are over, and leaves every other one as it is. */
export async function endIfOverdue(
  deps: PaymentDeps,
  row: SubscriptionRow,
): Promise<SubscriptionRow> {
  const isOverdue = row.status === 'past_due' && statusAt(row, new Date()) === 'ended';
  if (!isOverdue || row.stripe_subscription_id === null) return row;
  await deps.gateway.cancelNow(row.stripe_subscription_id);
  return refresh(deps, row);
}
