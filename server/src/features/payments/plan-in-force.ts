import type { Plan, PlanFeature } from 'earshot-site/contract';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { findAnyPlan, listPlans } from '../plans/plans.ts';
import { findRow, type SubscriptionRow } from './repository.ts';
import { statusAt } from './subscription-state.ts';

/** Returns the limits of the member's plan. Null without a plan: the limits of the host apply. */
export async function planInForce(
  database: Database,
  userId: number,
  now = new Date(),
): Promise<Plan | null> {
  const row = await findRow(database, userId);
  const planId = row && planIdInForce(row, now);
  return planId ? ((await findAnyPlan(database, { planId }))?.plan ?? null) : null;
}

/** A free plan stays below the member's paid plans, and returns once those have ended. */
function planIdInForce(row: SubscriptionRow, now: Date): string | null {
  const status = statusAt(row, now);
  return status === 'active' || status === 'past_due' ? row.plan_id : row.free_plan_id;
}

type FeatureAccess = Pick<FeatureDeps, 'database' | 'config'>;

/** Whether a member can use a feature. If the host sells it, they need a plan that has it. */
export async function hasFeature(
  { database, config }: FeatureAccess,
  userId: number,
  feature: PlanFeature,
): Promise<boolean> {
  if (config.payments === null) return true;
  const isSold = (await listPlans(database)).some(({ features }) => features.includes(feature));
  if (!isSold) return true;
  const plan = await planInForce(database, userId);
  return plan?.features.includes(feature) ?? false;
}

/**
 * Refuses a feature to members whose plan lacks it.
 * @throws AppError FORBIDDEN
 */
export async function requireFeature(deps: FeatureAccess, userId: number, feature: PlanFeature) {
  if (!(await hasFeature(deps, userId, feature))) throw new Refusal('FORBIDDEN', 'plan_lacks');
}
