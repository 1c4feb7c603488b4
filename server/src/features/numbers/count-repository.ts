import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { LoggedRequest } from './count-downloads.ts';
import type { Figures } from './count-parts.ts';
import { addDays, dayOf, startOf } from './days.ts';
import type { AskedEpisode, Period } from './log-store.ts';
import { METHOD } from './method.ts';
import { REDIRECT } from './redirects.ts';

/** The driver would make a local time of a date. */
const DAY = sql<string>`day::text`.as('day');

/** When the log begins. Null if it is empty. */
export async function findFirstRow(database: Database): Promise<Date | null> {
  const row = await database
    .selectFrom('audio_requests')
    .select('at')
    .orderBy('at')
    .limit(1)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** The time of the oldest row in the remembered batches. Null if no batch is remembered. */
export async function findLateRow(database: Database): Promise<Date | null> {
  const row = await database
    .selectFrom('numbers_batches')
    .select(({ fn }) => fn.min<Date | null>('first_at').as('first'))
    .executeTakeFirst();
  return row?.first ?? null;
}

/** The episodes with requests in this time. */
export async function listAsked(database: Database, { from, to }: Period): Promise<AskedEpisode[]> {
  const { rows } = await sql<AskedEpisode>`
    select distinct show_id as "showId", episode_id as "episodeId" from audio_requests
    where at >= ${from} and at < ${to} and show_id is not null and episode_id is not null`.execute(
    database,
  );
  return rows;
}

/** These episodes, in order, and whether each still exists. Those of shows that are gone are left out. */
export async function findKept(
  database: Database,
  asked: readonly AskedEpisode[],
): Promise<(AskedEpisode & { isKept: boolean })[]> {
  const { rows } = await sql<AskedEpisode & { isKept: boolean }>`
    select "showId", "episodeId", episodes.episode_id is not null as "isKept"
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as asked ("showId" integer, "episodeId" integer)
      join shows on shows.show_id = "showId"
      left join episodes on episodes.episode_id = "episodeId"
    order by "showId", "episodeId"`.execute(database);
  return rows;
}

/** The rows of an episode that may count. Redirects of audio on another host never do. */
export async function listRequests(
  database: Database,
  { episodeId, showId }: AskedEpisode,
  { from, to }: Period,
  people?: ReadonlySet<string>,
): Promise<LoggedRequest[]> {
  const hashes = people && [...people].map((who) => Buffer.from(who, 'hex'));
  const rows = await database
    .selectFrom('audio_requests')
    .innerJoin('user_agents', 'user_agents.agent_id', 'audio_requests.agent_id')
    .select(['at', 'media_id', 'method', 'status', 'range_first', 'bytes_sent', 'referrer_host'])
    .select(['placement', 'country', 'is_hosting', 'who', 'who_before'])
    .select('user_agents.name as agent')
    .where('episode_id', '=', episodeId)
    .where('show_id', '=', showId)
    .where('at', '>=', from)
    .where('at', '<', to)
    .where((builder) =>
      builder.or([
        builder('status', 'in', [200, 206]),
        builder.and([builder('status', '=', REDIRECT), builder('media_id', 'is not', null)]),
      ]),
    )
    .where('method', 'in', ['GET', 'HEAD'])
    .$if(people !== undefined, (query) => query.where(sql<boolean>`who = any(${hashes}::bytea[])`))
    .execute();
  return rows.map((row) => ({
    at: row.at.getTime(),
    episodeId,
    mediaId: row.media_id ?? 0, // no file has this id
    method: row.method,
    status: row.status,
    rangeFirst: Number(row.range_first),
    bytesSent: Number(row.bytes_sent),
    agent: row.agent,
    referrerHost: row.referrer_host,
    placement: row.placement,
    country: row.country,
    isHosting: row.is_hosting,
    who: row.who.toString('hex'),
    whoBefore: row.who_before.toString('hex'),
  }));
}

/**
 * Replaces all figures of a time. Those of episodes and shows that are gone are left out. If the time begins within a day
 * of which earlier hours have figures, these are from a log that is gone: figures of that day stay if they are higher.
 */
export async function replaceFigures(
  database: Database,
  { from, to }: Period,
  { hours, episodeDays, showDays }: Figures,
): Promise<void> {
  const method = sql.lit(METHOD.version);
  await database.transaction().execute(async (transaction) => {
    const isBegun = await hasHours(transaction, { from: new Date(startOf(dayOf(from))), to: from });
    await transaction
      .deleteFrom('download_hours')
      .where('hour', '>=', from)
      .where('hour', '<', to)
      .execute();
    for (const table of ['episode_days', 'show_days'] as const) {
      await transaction
        .deleteFrom(table)
        .where('day', '>=', isBegun ? addDays(dayOf(from), 1) : dayOf(from))
        .where('day', '<=', dayOf(to.getTime() - 1))
        .execute();
    }
    await sql`
      insert into download_hours (episode_id, counted_by, hour, downloads, method)
        select id, counted_by, hour, downloads, ${method}
        from jsonb_to_recordset(${JSON.stringify(hours)}::jsonb) as counted (
          id integer, counted_by text, hour timestamptz, downloads integer)
        join episodes on episode_id = id`.execute(transaction);
    await sql`
      insert into episode_days as stored (episode_id, counted_by, day, downloads, parts, method)
        select id, counted_by, day, downloads, parts, ${method}
        from jsonb_to_recordset(${JSON.stringify(episodeDays)}::jsonb) as counted (
          id integer, counted_by text, day date, downloads integer, parts jsonb)
        join episodes on episode_id = id
      on conflict (episode_id, counted_by, day) do update
        set downloads = excluded.downloads, parts = excluded.parts, method = excluded.method
        where stored.downloads <= excluded.downloads`.execute(transaction);
    await sql`
      insert into show_days as stored (show_id, counted_by, day, downloads, listeners, parts, method)
        select id, counted_by, day, downloads, listeners, parts, ${method}
        from jsonb_to_recordset(${JSON.stringify(showDays)}::jsonb) as counted (
          id integer, counted_by text, day date, downloads integer, listeners integer, parts jsonb)
        join shows on show_id = id
      on conflict (show_id, counted_by, day) do update
        set downloads = excluded.downloads, listeners = excluded.listeners, parts = excluded.parts,
          method = excluded.method
        where stored.downloads <= excluded.downloads`.execute(transaction);
  });
}

async function hasHours(database: Database, { from, to }: Period): Promise<boolean> {
  const row = await database
    .selectFrom('download_hours')
    .select('hour')
    .where('hour', '>=', from)
    .where('hour', '<', to)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The stored figures of a time. */
export async function listFigures(database: Database, { from, to }: Period): Promise<Figures> {
  const [first, last] = [dayOf(from), dayOf(to.getTime() - 1)];
  const hours = await database
    .selectFrom('download_hours')
    .select(['episode_id as id', 'counted_by', 'hour', 'downloads'])
    .where('hour', '>=', from)
    .where('hour', '<', to)
    .execute();
  const episodeDays = await database
    .selectFrom('episode_days')
    .select(['episode_id as id', 'counted_by', DAY, 'downloads', 'parts'])
    .where((row) => row.between('day', first, last))
    .execute();
  const showDays = await database
    .selectFrom('show_days')
    .select(['show_id as id', 'counted_by', DAY, 'downloads', 'listeners', 'parts'])
    .where((row) => row.between('day', first, last))
    .execute();
  return { hours, episodeDays, showDays };
}
