import { type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { NumbersSchema } from '../../platform/database/numbers-tables.ts';
import type { LoggedRequest } from './count-downloads.ts';

/** A time from `from` until before `to`. */
export interface Period {
  from: Date;
  to: Date;
}

export type DownloadHour = Selectable<NumbersSchema['download_hours']>;

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

/** The episodes with requests in this time, in order. */
export async function listAsked(database: Database, { from, to }: Period): Promise<number[]> {
  const rows = await database
    .selectFrom('audio_requests')
    .select('episode_id')
    .distinct()
    .where('at', '>=', from)
    .where('at', '<', to)
    .where('episode_id', 'is not', null)
    .orderBy('episode_id')
    .execute();
  return rows.flatMap(({ episode_id }) => episode_id ?? []);
}

/**
 * A redirect to the storage, of which only the storage knows the sent bytes. It counts like the whole file, unless the
 * storage's log of that day was imported.
 */
const REDIRECT = 302;
const countsAsRedirect = sql<boolean>`(status = ${REDIRECT} and media_id is not null and not exists (
  select from imported_days where day = (at at time zone 'UTC')::date))`;

const WHOLE_FILE = { status: 200, rangeFirst: 0, bytesSent: Number.MAX_SAFE_INTEGER };

/** The rows of an episode that may count. */
export async function listRequests(
  database: Database,
  episodeId: number,
  { from, to }: Period,
): Promise<LoggedRequest[]> {
  const rows = await database
    .selectFrom('audio_requests')
    .innerJoin('user_agents', 'user_agents.agent_id', 'audio_requests.agent_id')
    .selectAll('audio_requests')
    .select('user_agents.name as agent')
    .where('episode_id', '=', episodeId)
    .where('at', '>=', from)
    .where('at', '<', to)
    .where((builder) => builder.or([builder('status', 'in', [200, 206]), countsAsRedirect]))
    .where('method', '=', 'GET')
    .execute();
  return rows.map((row) => ({
    at: row.at.getTime(),
    episodeId,
    mediaId: row.media_id ?? 0, // no file has this id
    method: row.method,
    status: row.status,
    rangeFirst: Number(row.range_first),
    bytesSent: Number(row.bytes_sent),
    ...(row.status === REDIRECT ? WHOLE_FILE : {}),
    agent: row.agent,
    who: row.who.toString('hex'),
    whoBefore: row.who_before.toString('hex'),
  }));
}

/** Replaces all figures of a time. Those of episodes that are gone are left out. */
export async function replaceHours(
  database: Database,
  { from, to }: Period,
  hours: readonly DownloadHour[],
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('download_hours')
      .where('hour', '>=', from)
      .where('hour', '<', to)
      .execute();
    await sql`
      insert into download_hours (episode_id, counted_by, hour, downloads, method)
        select episode_id, counted_by, hour, downloads, method
        from jsonb_to_recordset(${JSON.stringify(hours)}::jsonb) as counted (
          episode_id integer, counted_by text, hour timestamptz, downloads integer, method smallint)
        join episodes using (episode_id)`.execute(transaction);
  });
}

/** The stored figures of a time. */
export async function listHours(database: Database, { from, to }: Period): Promise<DownloadHour[]> {
  return database
    .selectFrom('download_hours')
    .selectAll()
    .where('hour', '>=', from)
    .where('hour', '<', to)
    .execute();
}
