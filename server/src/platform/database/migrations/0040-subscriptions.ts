import { type Migration, sql } from 'kysely';

/** Subscriptions of members. Each member has at most one row, which follows the state at Stripe. */
export const subscriptions: Migration = {
  async up(database) {
    await sql`
      create table subscriptions (
        user_id integer primary key references users on delete cascade,
        attempt_id uuid not null default gen_random_uuid(),
        plan_id text not null references plans,
        status text not null check (status in ('incomplete', 'active', 'past_due', 'ended')),
        stripe_customer_id text unique,
        stripe_subscription_id text unique,
        current_period_ends_at timestamptz,
        grace_ends_at timestamptz,
        cancel_at_period_end boolean not null default false
      )
    `.execute(database);
  },
};
