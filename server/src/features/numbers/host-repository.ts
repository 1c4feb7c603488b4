import type { HostBot, HostBusyShow, HostDay, StoredKind, StoredShow } from 'earshot-site/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

const LISTED = 10;

/** The days with figures, from this one on. */
export async function listHostDays(database: Database, from: string): Promise<HostDay[]> {
  const { rows } = await sql<HostDay>`
    select day::text, requests::float8, bytes::float8, bot_requests::float8, bot_bytes::float8,
      downloads::float8
    from host_days where day >= ${from}::date order by day`.execute(database);
  return rows;
}

/** The shows with the most downloads, and those with the most bytes, by downloads. */
export async function listBusyShows(database: Database, from: string): Promise<HostBusyShow[]> {
  const { rows } = await sql<HostBusyShow>`
    with sums as materialized (
      select show_id, sum(requests)::float8 as requests, sum(bytes)::float8 as bytes,
        sum(downloads)::float8 as downloads
      from show_traffic where day >= ${from}::date group by show_id
    ), kept as materialized (
      select sums.*, title from sums join shows using (show_id) where deleted_at is null
    ), busiest as (
      (select * from kept order by downloads desc, show_id limit ${LISTED})
      union (select * from kept order by bytes desc, show_id limit ${LISTED})
    )
    select show_id, title, requests, bytes, downloads from busiest
    order by downloads desc, bytes desc, show_id`.execute(database);
  return rows;
}

/** The most active bots. */
export async function listBots(database: Database, from: string): Promise<HostBot[]> {
  const { rows } = await sql<HostBot>`
    select name, sum(requests)::float8 as requests, sum(bytes)::float8 as bytes
    from bot_days where day >= ${from}::date
    group by name order by sum(requests) desc, name limit ${LISTED}`.execute(database);
  return rows;
}

export async function listKinds(database: Database): Promise<StoredKind[]> {
  const { rows } = await sql<StoredKind>`
    select kind, files, bytes::float8 from stored_kinds order by stored_kinds.bytes desc`.execute(
    database,
  );
  return rows;
}

export async function listLargest(database: Database): Promise<StoredShow[]> {
  const { rows } = await sql<StoredShow>`
    select show_id, title, files, bytes::float8
    from largest_shows join shows using (show_id)
    where deleted_at is null order by largest_shows.bytes desc, show_id limit ${LISTED}`.execute(
    database,
  );
  return rows;
}
