import { type Insertable, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/tables.ts';

export type PlanRow = Awaited<ReturnType<typeof listPlanRows>>[number];

/** The cheapest first, without retired ones. */
export function listPlanRows(database: Database) {
  return database
    .selectFrom('plans')
    .select(['plan_id', 'name', 'description', 'price', 'currency', 'interval'])
    .select(['storage_bytes', 'upload_bytes', 'features'])
    .where('retired_at', 'is', null)
    .orderBy('price')
    .orderBy('plan_id')
    .execute();
}

/** An identifier of a plan. */
export type PlanName = { planId: string } | { stripePriceId: string };

export function findPlanRow(database: Database, name: PlanName) {
  return database
    .selectFrom('plans')
    .selectAll()
    .where(
      'planId' in name ? 'plan_id' : 'stripe_price_id',
      '=',
      'planId' in name ? name.planId : name.stripePriceId,
    )
    .executeTakeFirst();
}

/** False if a plan already has this name, or this price at Stripe. */
export async function insertPlan(database: Database, plan: Insertable<Schema['plans']>) {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('plans')
    .values(plan)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** False if there is no plan of this name. */
export async function retirePlanRow(database: Database, planId: string) {
  const { numUpdatedRows } = await database
    .updateTable('plans')
    .set({ retired_at: sql`coalesce(retired_at, now())` })
    .where('plan_id', '=', planId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
