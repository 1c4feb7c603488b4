import { type Migration, sql } from 'kysely';

/** The card that pays, a change of the plan that waits for its payment, and the free plan below a paid one. */
export const cardsAndChanges: Migration = {
  async up(database) {
    await sql`
      alter table subscriptions
        add pending_plan_id text references plans,
        add free_plan_id text references plans,
        add card_brand text,
        add card_last4 text,
        add card_exp_month smallint,
        add card_exp_year smallint
    `.execute(database);
    await sql`
      update subscriptions set free_plan_id = plan_id
      where status = 'active' and stripe_subscription_id is null
    `.execute(database);
  },
};
