import { type Migration, sql } from 'kysely';

/**
 * The language of mails about a plan, and the mails that were sent. The language of earlier subscriptions is unknown,
 * so those members get English.
 */
export const paymentMails: Migration = {
  async up(database) {
    await sql`
      alter table subscriptions
        add column language text not null default 'en',
        add column failure_mailed_for timestamptz,
        add column end_mailed_for text
    `.execute(database);
  },
};
