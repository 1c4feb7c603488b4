import type { Billing, PaymentCard } from 'earshot-site/contract';
import type { Database } from '../../platform/database/database.ts';
import { findAnyPlan } from '../plans/plans.ts';
import { findRow, type SubscriptionRow } from './repository.ts';
import { statusAt } from './subscription-state.ts';

export async function getBilling(database: Database, userId: number): Promise<Billing> {
  return toBilling(database, await findRow(database, userId));
}

export async function toBilling(database: Database, row: SubscriptionRow | undefined) {
  if (!row) return { subscription: null };
  const status = statusAt(row, new Date());
  const fallback = status === 'ended' ? row.free_plan_id : null;
  const stored = await findAnyPlan(database, { planId: fallback ?? row.plan_id });
  if (!stored) return { subscription: null };
  const { plan } = stored;
  if (fallback !== null) return { subscription: { plan, ...FREE } };
  return {
    subscription: {
      plan,
      status,
      current_period_ends_at: row.current_period_ends_at?.toISOString() ?? null,
      cancel_at_period_end: row.cancel_at_period_end,
      grace_ends_at: row.grace_ends_at?.toISOString() ?? null,
      pending_plan_id: row.pending_plan_id,
      card: cardOf(row),
    },
  };
}

const FREE = {
  status: 'active',
  current_period_ends_at: null,
  cancel_at_period_end: false,
  grace_ends_at: null,
  pending_plan_id: null,
  card: null,
} as const;

export function cardOf(row: SubscriptionRow): PaymentCard | null {
  const { card_brand, card_last4, card_exp_month, card_exp_year } = row;
  if (card_brand === null || card_last4 === null) return null;
  if (card_exp_month === null || card_exp_year === null) return null;
  return {
    brand: card_brand,
    last4: card_last4,
    exp_month: card_exp_month,
    exp_year: card_exp_year,
  };
}
