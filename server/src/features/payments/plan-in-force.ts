import { AppError } from 'earshot/contract';
import type { Plan, PlanFeature } from 'earshot/internal';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { findAnyPlan, listPlans } from '../plans/plans.ts';
import { findRow, type SubscriptionRow } from './repository.ts';
import { statusAt } from './subscription-state.ts';

/** What the plan of a member allows now. Null without a plan: the limits of the host hold. */
export async function planInForce(
  database: Database,
  userId: number,
  now = new Date(),
): Promise<Plan | null> {
  const row = await findRow(database, userId);
  const planId = row && planIdInForce(row, now);
  return planId ? ((await findAnyPlan(database, { planId }))?.plan ?? null) : null;
}

/** A free plan that a member has taken stays below the plans that he pays for, and comes back once those have ended. */
function planIdInForce(row: SubscriptionRow, now: Date): string | null {
  const status = statusAt(row, now);
  return status === 'active' || status === 'past_due' ? row.plan_id : row.free_plan_id;
}

/**
 * On a host that sells a feature, only plans with it have it. On every other host everybody has it.
 * @throws AppError FORBIDDEN
 */
export async function requireFeature(
  { database, config }: Pick<FeatureDeps, 'database' | 'config'>,
  userId: number,
  feature: PlanFeature,
): Promise<void> {
  if (config.payments === null) return;
  const isSold = (await listPlans(database)).some(({ features }) => features.includes(feature));
  if (!isSold) return;
  const plan = await planInForce(database, userId);
  if (plan?.features.includes(feature)) return;
  throw new AppError('FORBIDDEN', { messages: ['Your plan does not allow this. Choose another.'] });
}
