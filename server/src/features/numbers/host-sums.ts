import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Period } from './count-repository.ts';
import { addDays, startOf } from './days.ts';
import type { Window } from './method.ts';

const HOUR_MS = 3_600_000;
const BOTS_PER_DAY = 50;
const LARGEST_SHOWS = 20;

/** All programs of the log. */
export const listPrograms = (database: Database) =>
  database.selectFrom('user_agents').select(['agent_id', 'name']).execute();

/** The days with sums, from this one on. */
export async function listSummedDays(database: Database, first: string): Promise<string[]> {
  const rows = await database
    .selectFrom('host_days')
    .select(sql<string>`day::text`.as('day'))
    .where('day', '>=', first)
    .execute();
  return rows.map(({ day }) => day);
}

interface Summing {
  /** Ids of programs. */
  bots: readonly number[];
  /** Of the downloads. */
  window: Window;
}

/**
 * Replaces the sums of a day, hour by hour: a busy host has millions of requests in a day, and the database cancels long
 * statements.
 */
export function sumDay(database: Database, day: string, summing: Summing): Promise<void> {
  return database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('host_days').where('day', '=', day).execute();
    await transaction.deleteFrom('show_traffic').where('day', '=', day).execute();
    await transaction.deleteFrom('bot_days').where('day', '=', day).execute();
    for (let from = startOf(day); from < startOf(addDays(day, 1)); from += HOUR_MS) {
      const period = { from: new Date(from), to: new Date(from + HOUR_MS) };
      await addHour(transaction, { day, period, ...summing });
    }
    await sql`
      delete from bot_days where day = ${day}::date and name not in (
        select name from bot_days where day = ${day}::date
        order by requests desc, name limit ${BOTS_PER_DAY})`.execute(transaction);
  });
}

/** Adds an hour to the sums of its day. It reads the log once, and groups it by episode and by program. */
async function addHour(
  transaction: Database,
  { day, period: { from, to }, bots, window }: Summing & { day: string; period: Period },
): Promise<void> {
  await sql`
    with counted as materialized (
      select episode_id, agent_id, grouping(episode_id) = 0 as of_episode,
        count(*) as requests, sum(bytes_sent) as bytes
      from audio_requests where at >= ${from} and at < ${to}
      group by grouping sets ((episode_id), (agent_id))
    ), of_bots as materialized (
      select agent_id, requests, bytes from counted
      where not of_episode and agent_id = any(${bots}::integer[])
    ), downloaded as materialized (
      select episode_id, downloads from download_hours
      where counted_by = ${window} and hour = ${from}
    ), by_show as (
      insert into show_traffic (show_id, day, requests, bytes, downloads)
      select show_id, ${day}::date, sum(requests), sum(bytes), sum(downloads)
      from (
        select episode_id, requests, bytes, 0 as downloads from counted where of_episode
        union all select episode_id, 0, 0, downloads from downloaded
      ) as figures join episodes using (episode_id) group by show_id
      on conflict (show_id, day) do update set
        requests = show_traffic.requests + excluded.requests,
        bytes = show_traffic.bytes + excluded.bytes,
        downloads = show_traffic.downloads + excluded.downloads
    ), by_bot as (
      insert into bot_days (day, name, requests, bytes)
      select ${day}::date, name, requests, bytes from of_bots join user_agents using (agent_id)
      on conflict (day, name) do update set
        requests = bot_days.requests + excluded.requests,
        bytes = bot_days.bytes + excluded.bytes
    )
    insert into host_days (day, requests, bytes, bot_requests, bot_bytes, downloads)
    select ${day}::date, coalesce(sum(requests), 0), coalesce(sum(bytes), 0),
      (select coalesce(sum(requests), 0) from of_bots),
      (select coalesce(sum(bytes), 0) from of_bots),
      (select coalesce(sum(downloads), 0) from downloaded)
    from counted where of_episode
    on conflict (day) do update set
      requests = host_days.requests + excluded.requests,
      bytes = host_days.bytes + excluded.bytes,
      bot_requests = host_days.bot_requests + excluded.bot_requests,
      bot_bytes = host_days.bot_bytes + excluded.bot_bytes,
      downloads = host_days.downloads + excluded.downloads`.execute(transaction);
}

/** Removes the sums of shows and bots before this day. */
export async function dropShowDaysBefore(database: Database, day: string): Promise<void> {
  await database.deleteFrom('show_traffic').where('day', '<', day).execute();
  await database.deleteFrom('bot_days').where('day', '<', day).execute();
}

/** Measures the stored files of each kind, and the shows with the largest audio. */
export function measureStorage(database: Database): Promise<void> {
  return database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('stored_kinds').execute();
    await transaction.deleteFrom('largest_shows').execute();
    await sql`
      insert into stored_kinds (kind, files, bytes)
      select kind, count(*), sum(file_size) from media group by kind`.execute(transaction);
    await sql`
      insert into largest_shows (show_id, files, bytes)
      select show_id, count(*), sum(file_size)
      from (select distinct show_id, media_id from episodes where media_id is not null) as stored
        join media using (media_id)
      group by show_id order by sum(file_size) desc, show_id limit ${LARGEST_SHOWS}`.execute(
      transaction,
    );
  });
}
