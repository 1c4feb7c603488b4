import { type Migration, sql } from 'kysely';

/** Plans that members can subscribe to. The operator manages them with `npm run admin`. */
export const plans: Migration = {
  async up(database) {
    await sql`
      create table plans (
        plan_id text primary key,
        name text not null,
        description text not null,
        price integer not null check (price >= 0),
        currency text not null check (currency ~ '^[a-z]{3}$'),
        interval text not null check (interval in ('month', 'year')),
        storage_bytes bigint not null check (storage_bytes > 0),
        upload_bytes bigint not null check (upload_bytes > 0),
        features text[] not null check (features <@ array['private_feeds']),
        stripe_price_id text unique,
        -- A retired plan keeps its subscribers, so its row stays.
        retired_at timestamptz,
        check ((price = 0) = (stripe_price_id is null))
      )
    `.execute(database);
  },
};
