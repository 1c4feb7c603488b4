import { type Migration, sql } from 'kysely';

/** Facts about requests that the processes of one host share. */
export const requests: Migration = {
  async up(database) {
    await sql`
      -- Unlogged: it is written often, and after a crash of the database the counts may start again at zero.
      create unlogged table rate_limits (
        key text primary key,
        points integer not null,
        expire bigint not null
      );
      create index rate_limits_expire on rate_limits (expire);

      create table idempotency_keys (
        -- SHA-256 of who asks, the route and the key.
        key_hash bytea primary key,
        -- SHA-256 of the address and the body.
        request_hash bytea not null,
        -- Counts the requests that have held the key: one that lost it to the next must not write any more.
        attempt integer not null default 1,
        -- The request that holds the key has died if it has no answer by then.
        locked_until timestamptz not null,
        -- Set in the transaction of the effect.
        effect_at timestamptz,
        status integer,
        body text,
        created_at timestamptz not null default now()
      );
      create index idempotency_keys_created on idempotency_keys (created_at);
    `.execute(database);
  },
};
