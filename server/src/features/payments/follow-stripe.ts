import { AppError } from 'earshot/contract';
import type { FeatureDeps } from '../../feature.ts';
import { findAnyPlan } from '../plans/plans.ts';
import {
  changeRow,
  findRow,
  findUserOfCustomer,
  lockRow,
  type SubscriptionRow,
} from './repository.ts';
import type { Gateway } from './stripe/gateway.ts';
import type { OpenPayment } from './stripe/open-payment.ts';
import { runsUnpaid, stateOf } from './subscription-state.ts';
import { tellMember } from './tell-member.ts';

export interface PaymentDeps extends Pick<FeatureDeps, 'config' | 'database' | 'locks' | 'mail'> {
  gateway: Gateway;
}

const LOCK_WITHIN_MS = 30_000;

/**
 * Runs one task at a time for each member: an older answer of Stripe must not overwrite a newer one. @throws AppError
 * LOCKED
 */
export async function alone<Result>(
  { locks }: PaymentDeps,
  userId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const release = await locks.acquire(`payments ${userId}`, { waitMs: LOCK_WITHIN_MS });
  if (release === null) throw new AppError('LOCKED');
  try {
    return await work();
  } finally {
    await release();
  }
}

/** @throws AppError NOT_FOUND if the member has never subscribed */
export async function requireRow({ database }: PaymentDeps, userId: number) {
  const row = await findRow(database, userId);
  if (row === undefined) throw new AppError('NOT_FOUND');
  return row;
}

/** Reads the payment of an attempt from Stripe. Null if Stripe has none. */
export async function readPayment({ gateway }: PaymentDeps, row: SubscriptionRow) {
  const { stripe_subscription_id: id, stripe_customer_id: customer } = row;
  if (id !== null) return gateway.readSubscription(id);
  return customer === null ? null : gateway.findSubscription(customer, row.attempt_id);
}

/** Stores the state of a subscription at Stripe. A subscription that can no longer be paid is cancelled first. */
export async function refresh(deps: PaymentDeps, row: SubscriptionRow): Promise<SubscriptionRow> {
  const { status, user_id: userId, stripe_subscription_id: id } = row;
  const isFree = status === 'active' && id === null;
  const payment = isFree ? null : await readPayment(deps, row);
  if (payment === null) {
    return id === null ? row : changeRow(deps.database, userId, { status: 'ended' });
  }
  if (!runsUnpaid(payment.facts, row, new Date())) return store(deps, userId, payment);
  await deps.gateway.cancelNow(payment.facts.id);
  return store(deps, userId, (await readPayment(deps, row)) ?? payment);
}

/** Stores the state at Stripe, together with the mail that reports it to the member. */
export async function store(
  { database, ...deps }: PaymentDeps,
  userId: number,
  { facts }: OpenPayment,
): Promise<SubscriptionRow> {
  const find = async (stripePriceId: string | null) =>
    (stripePriceId && (await findAnyPlan(database, { stripePriceId }))?.plan.plan_id) || null;
  const plan_id = await find(facts.priceId);
  const change = {
    ...stateOf(facts),
    stripe_subscription_id: facts.id,
    ...(plan_id === null ? {} : { plan_id }),
    pending_plan_id: await find(facts.pendingPriceId),
  };
  return database.transaction().execute(async (transaction) => {
    const before = await lockRow(transaction, userId);
    const after = await changeRow(transaction, userId, change);
    await tellMember(transaction, deps, { before, after, facts });
    return after;
  });
}

/**
 * Ends an unpaid attempt to subscribe. Its invoice is voided first, which Stripe refuses if the payer has just paid,
 * so no paid subscription is lost.
 * @throws AppError CONFLICT if it has been paid, UNAVAILABLE
 */
export async function giveUpAttempt(deps: PaymentDeps, row: SubscriptionRow) {
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

/** Stores the state of a customer at Stripe. Customers of other programs are ignored. */
export async function followCustomer(deps: PaymentDeps, customerId: string): Promise<void> {
  const userId = await findUserOfCustomer(deps.database, customerId);
  if (userId === null) return;
  await alone(deps, userId, async () => refresh(deps, await requireRow(deps, userId)));
}
