import { AppError } from 'earshot/contract';
import type { Language } from 'earshot/internal';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/tables.ts';

export type SubscriptionRow = NonNullable<Awaited<ReturnType<typeof findRow>>>;

export function findRow(database: Database, userId: number) {
  return database
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Locks the row of a member until the transaction ends. */
export function lockRow(transaction: Database, userId: number) {
  return transaction
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Null if the member has not confirmed an address, or the account is gone. */
export async function findConfirmedAddress(database: Database, userId: number) {
  const row = await database
    .selectFrom('users')
    .select('email')
    .where('user_id', '=', userId)
    .where('email_verified_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.email ?? null;
}

export async function findUserOfCustomer(database: Database, customerId: string) {
  const row = await database
    .selectFrom('subscriptions')
    .select('user_id')
    .where('stripe_customer_id', '=', customerId)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/**
 * Lists members who have not paid within their days of grace, and those whose report may have been lost: their period
 * is over, or a payment is open.
 */
export async function listUnsettled(database: Database): Promise<number[]> {
  const rows = await database
    .selectFrom('subscriptions')
    .select('user_id')
    .where(({ and, eb, or }) =>
      or([
        and([eb('status', '=', 'past_due'), eb('grace_ends_at', '<=', sql<Date>`now()`)]),
        and([
          eb('status', '=', 'active'),
          // Reports usually come within seconds.
          eb('current_period_ends_at', '<=', sql<Date>`now() - interval '1 hour'`),
        ]),
        // Stripe drops a first payment, or that of a change, within a day, and then these end as well.
        eb('status', '=', 'incomplete'),
        eb('pending_plan_id', 'is not', null),
      ]),
    )
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/**
 * Begins a plan, replacing the ended one. The customer at Stripe and a free plan stay.
 * @throws AppError USER_UNAVAILABLE if the account has ended in the meantime: a subscription that begins now would
 * never be ended
 */
export async function beginPlan(
  database: Database,
  userId: number,
  fresh: Pick<Insertable<Schema['subscriptions']>, 'plan_id' | 'status' | 'free_plan_id'> & {
    language: Language;
  },
) {
  const row = await database
    .insertInto('subscriptions')
    .columns(['user_id', 'plan_id', 'language', 'status', 'free_plan_id'])
    .expression((query) =>
      query
        .selectFrom('users')
        .select([
          'user_id',
          sql.val(fresh.plan_id).as('plan_id'),
          sql.val(fresh.language).as('language'),
          sql.val(fresh.status).as('status'),
          sql.val(fresh.free_plan_id ?? null).as('free_plan_id'),
        ])
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .forShare(),
    )
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        ...fresh,
        attempt_id: sql<string>`gen_random_uuid()`,
        stripe_subscription_id: null,
        current_period_ends_at: null,
        grace_ends_at: null,
        cancel_at_period_end: false,
        pending_plan_id: null,
        card_brand: null,
        card_last4: null,
        card_exp_month: null,
        card_exp_year: null,
      }),
    )
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new AppError('USER_UNAVAILABLE');
  return row;
}

/** A new attempt at the same plan, for a customer who is still to be made. */
export const renewAttempt = (database: Database, userId: number) =>
  database
    .updateTable('subscriptions')
    .set({ attempt_id: sql<string>`gen_random_uuid()`, stripe_customer_id: null })
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();

export function changeRow(
  database: Database,
  userId: number,
  change: Updateable<Schema['subscriptions']>,
) {
  return database
    .updateTable('subscriptions')
    .set(change)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
}
