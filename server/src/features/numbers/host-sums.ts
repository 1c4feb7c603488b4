import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { readAgent } from './agents.ts';
import { addDays, HOUR_MS, listDays, startOf } from './days.ts';
import type { CountDeps, Period, RequestSum, RequestSums } from './log-store.ts';
import type { Window } from './method.ts';

const BOTS_PER_DAY = 50;
const LARGEST_SHOWS = 20;

/** The days of shows and bots that administrators can look at. The sums of the host stay. */
export const SHOW_DAYS = 90;

/**
 * Sums the days of the log that may have changed, and those without a sum.
 * @param logged the first day of the log, the first one that may have changed, and today
 */
export async function rollUpHost(
  deps: CountDeps,
  { first, changed, today }: { first: string; changed: string; today: string },
  { window, signal }: { window: Window; signal: AbortSignal },
): Promise<void> {
  const { database } = deps;
  const summed = new Set(await listSummedDays(database, first));
  for (const day of listDays(first, today)) {
    if (day < changed && summed.has(day)) continue;
    signal.throwIfAborted();
    await sumDay(deps, day, window);
  }
  await dropShowDaysBefore(database, addDays(today, 1 - SHOW_DAYS));
}

/** The days with sums, from this one on. */
async function listSummedDays(database: Database, first: string): Promise<string[]> {
  const rows = await database
    .selectFrom('host_days')
    .select(sql<string>`day::text`.as('day'))
    .where('day', '>=', first)
    .execute();
  return rows.map(({ day }) => day);
}

/** The requests of a time in the log of this database. */
export async function sumRequests(database: Database, { from, to }: Period): Promise<RequestSums> {
  const { rows } = await sql<{
    episodeId: number | null;
    name: string | null;
    requests: number;
    bytes: number;
  }>`
    with counted as materialized (
      select episode_id, agent_id, grouping(episode_id) = 0 as of_episode,
        count(*) as requests, sum(bytes_sent) as bytes
      from audio_requests where at >= ${from} and at < ${to}
      group by grouping sets ((episode_id), (agent_id))
    )
    select episode_id as "episodeId", null as name, requests::float8, bytes::float8
    from counted where of_episode
    union all
    select null, name, requests::float8, bytes::float8
    from counted join user_agents using (agent_id)
    where not of_episode`.execute(database);
  const sums: RequestSums = { episodes: [], programs: [] };
  for (const { episodeId, name, requests, bytes } of rows) {
    if (name === null) sums.episodes.push({ episodeId, requests, bytes });
    else sums.programs.push({ name, requests, bytes });
  }
  return sums;
}

/**
 * Replaces the sums of a day. It asks the log hour by hour: a busy host has millions of requests in a day, and the
 * database cancels long statements.
 * @param window of the downloads
 */
async function sumDay({ database, log }: CountDeps, day: string, window: Window): Promise<void> {
  const hours: { hour: Date; sums: RequestSums }[] = [];
  for (let from = startOf(day); from < startOf(addDays(day, 1)); from += HOUR_MS) {
    const period = { from: new Date(from), to: new Date(from + HOUR_MS) };
    hours.push({ hour: period.from, sums: await log.sumRequests(period) });
  }
  await database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('host_days').where('day', '=', day).execute();
    await transaction.deleteFrom('show_traffic').where('day', '=', day).execute();
    await transaction.deleteFrom('bot_days').where('day', '=', day).execute();
    for (const hour of hours) await addHour(transaction, { day, window, ...hour });
    await sql`
      delete from bot_days where day = ${day}::date and name not in (
        select name from bot_days where day = ${day}::date
        order by requests desc, name limit ${BOTS_PER_DAY})`.execute(transaction);
  });
}

/** Adds an hour to the sums of its day. */
async function addHour(
  transaction: Database,
  { day, hour, window, sums }: { day: string; hour: Date; window: Window; sums: RequestSums },
): Promise<void> {
  const total = (of: readonly RequestSum[], key: keyof RequestSum) =>
    of.reduce((sum, row) => sum + row[key], 0);
  const { episodes } = sums;
  const bots = sumBots(sums.programs);
  await sql`
    with downloaded as materialized (
      select episode_id, downloads from download_hours
      where counted_by = ${window} and hour = ${hour}
    ), by_show as (
      insert into show_traffic (show_id, day, requests, bytes, downloads)
      select show_id, ${day}::date, sum(requests), sum(bytes), sum(downloads)
      from (
        select "episodeId" as episode_id, requests, bytes, 0 as downloads
        from jsonb_to_recordset(${JSON.stringify(episodes)}::jsonb)
          as counted ("episodeId" integer, requests bigint, bytes bigint)
        union all select episode_id, 0, 0, downloads from downloaded
      ) as figures join episodes using (episode_id) group by show_id
      on conflict (show_id, day) do update set
        requests = show_traffic.requests + excluded.requests,
        bytes = show_traffic.bytes + excluded.bytes,
        downloads = show_traffic.downloads + excluded.downloads
    ), by_bot as (
      insert into bot_days (day, name, requests, bytes)
      select ${day}::date, name, requests, bytes
      from jsonb_to_recordset(${JSON.stringify(bots)}::jsonb)
        as counted (name text, requests bigint, bytes bigint)
      on conflict (day, name) do update set
        requests = bot_days.requests + excluded.requests,
        bytes = bot_days.bytes + excluded.bytes
    )
    insert into host_days (day, requests, bytes, bot_requests, bot_bytes, downloads)
    values (${day}::date, ${total(episodes, 'requests')}, ${total(episodes, 'bytes')},
      ${total(bots, 'requests')}, ${total(bots, 'bytes')},
      (select coalesce(sum(downloads), 0) from downloaded))
    on conflict (day) do update set
      requests = host_days.requests + excluded.requests,
      bytes = host_days.bytes + excluded.bytes,
      bot_requests = host_days.bot_requests + excluded.bot_requests,
      bot_bytes = host_days.bot_bytes + excluded.bot_bytes,
      downloads = host_days.downloads + excluded.downloads`.execute(transaction);
}

/** The requests of each bot, by the name that the lists give it. */
function sumBots(programs: RequestSums['programs']): RequestSums['programs'] {
  const bots = new Map<string, RequestSums['programs'][number]>();
  for (const { name, requests, bytes } of programs) {
    const { app, kind } = readAgent(name);
    if (kind !== 'bot') continue;
    const sum = bots.get(app) ?? { name: app, requests: 0, bytes: 0 };
    bots.set(app, { name: app, requests: sum.requests + requests, bytes: sum.bytes + bytes });
  }
  return [...bots.values()];
}

/** Removes the sums of shows and bots before this day. */
async function dropShowDaysBefore(database: Database, day: string): Promise<void> {
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
