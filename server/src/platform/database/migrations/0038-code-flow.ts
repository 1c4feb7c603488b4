import { type Migration, sql } from 'kysely';

/** Sign-ins in progress, their results, and the tokens of providers. All secrets are encrypted. */
export const codeFlow: Migration = {
  async up(database) {
    await sql`
      create table sign_in_flows (
        state_hash bytea primary key,
        provider text not null,
        browser_hash bytea not null,
        kept bytea not null,
        answer bytea,
        expires_at timestamptz not null
      );
      create index sign_in_flows_expires_at on sign_in_flows (expires_at);

      create table sign_in_tickets (
        ticket_hash bytea primary key,
        provider text not null,
        user_id integer references users on delete cascade,
        kept bytea not null,
        expires_at timestamptz not null
      );
      create index sign_in_tickets_expires_at on sign_in_tickets (expires_at);
      create index sign_in_tickets_user_id on sign_in_tickets (user_id);

      create table provider_tokens (
        user_id integer not null references users on delete cascade,
        provider text not null,
        kept bytea not null,
        primary key (user_id, provider)
      )
    `.execute(database);
  },
};
