import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { noteBatch, WITH_AUDIO } from './batches-repository.ts';
import { addDays } from './days.ts';
import type { Batch } from './log-store.ts';

type Rows = Batch['rows'];

/**
 * Writes a batch, and returns the number of written rows. A batch that is written already has no effect. The partitions
 * of its days must exist.
 */
export function insertBatch(database: Database, batch: Batch): Promise<number> {
  const { rows, lists } = batch;
  return database.transaction().execute(async (transaction) => {
    if (!(await noteBatch(transaction, batch))) return 0;
    if (lists) {
      await sql`
        insert into numbers_lists (name) select ${lists}
          where not exists (select from numbers_lists where name = ${lists})
        on conflict do nothing`.execute(transaction);
    }
    return insertRows(transaction, rows, lists);
  });
}

/** One array for each column costs the database a fraction of what JSON would. */
async function insertRows(
  transaction: Database,
  rows: Rows,
  lists: string | null,
): Promise<number> {
  const { audio, places } = audioOf(rows);
  const { numAffectedRows = 0n } = await sql`
    with audio as materialized (
      select place, media.media_id, found.episode_id, found.show_id
      from unnest(${audio.map(({ sha256 }) => sha256)}::text[], ${audio.map(({ episodeId }) => episodeId)}::integer[])
        with ordinality as given (sha256, "episodeId", place) ${WITH_AUDIO}
    )
    insert into audio_requests (at, media_id, episode_id, show_id, method, status, range_first, bytes_sent,
      agent_id, referrer_host, placement, country, is_hosting, list_id, who, who_before, source, line)
    select at, media_id, episode_id, show_id, method, status, range_first, bytes_sent, agent_id, referrer_host,
      placement, country, is_hosting, (select list_id from numbers_lists where name = ${lists}), who, who_before,
      source, line
    from unnest(
        ${rows.map(({ at }) => at.toISOString())}::timestamptz[], ${places}::bigint[],
        ${rows.map(({ method }) => method)}::text[], ${rows.map(({ status }) => status)}::smallint[],
        ${rows.map(({ rangeFirst }) => rangeFirst)}::bigint[], ${rows.map(({ bytesSent }) => bytesSent)}::bigint[],
        ${rows.map(({ agent }) => agent)}::text[], ${rows.map(({ referrerHost }) => referrerHost)}::text[],
        ${rows.map(({ placement }) => placement)}::text[], ${rows.map(({ country }) => country)}::text[],
        ${rows.map(({ isHosting }) => isHosting)}::boolean[], ${rows.map(({ who }) => who)}::bytea[],
        ${rows.map(({ whoBefore }) => whoBefore)}::bytea[],
        ${rows.map(({ imported }) => imported?.source ?? '')}::text[],
        ${rows.map(({ imported }) => imported?.line ?? null)}::uuid[]
      ) as given (at, place, method, status, range_first, bytes_sent, agent, referrer_host, placement, country,
        is_hosting, who, who_before, source, line)
      join audio using (place) join user_agents on user_agents.name = agent
    order by at, line
    on conflict do nothing`.execute(transaction);
  return Number(numAffectedRows);
}

/** The files and episodes that these rows name, each pair once, and the place (from 1) of each row's pair. */
function audioOf(rows: Rows) {
  const audio: Pick<Rows[number], 'sha256' | 'episodeId'>[] = [];
  const known = new Map<string, number>();
  const places = rows.map(({ sha256, episodeId }) => {
    const name = `${sha256} ${episodeId}`;
    const place = known.get(name) ?? audio.push({ sha256, episodeId });
    known.set(name, place);
    return place;
  });
  return { audio, places };
}

const partitionOf = (day: string) => `audio_requests_${day.replaceAll('-', '')}`;

/**
 * Changes the partitions. That locks the whole log for a moment, and rows that arrive meanwhile queue behind it, so it
 * fails instead of waiting long for a reader.
 */
function changePartitions(database: Database, change: (transaction: Database) => Promise<unknown>) {
  return database.transaction().execute(async (transaction) => {
    await sql`set local lock_timeout = '2s'`.execute(transaction);
    await sql`select pg_advisory_xact_lock(hashtextextended('audio_requests', 0))`.execute(
      transaction,
    );
    await change(transaction);
  });
}

/** Makes the partitions of these days, as far as they are missing. Days are safe to write into SQL. */
export async function makePartitions(database: Database, days: readonly string[]): Promise<void> {
  for (const day of days) {
    if (await hasPartition(database, day)) continue;
    await changePartitions(database, (transaction) =>
      sql`create table if not exists ${sql.table(partitionOf(day))} partition of audio_requests
        for values from (${sql.lit(`${day} 00:00:00Z`)}) to (${sql.lit(`${addDays(day, 1)} 00:00:00Z`)})`.execute(
        transaction,
      ),
    );
  }
}

async function hasPartition(database: Database, day: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass(${partitionOf(day)}) is not null as found`.execute(database);
  return rows[0]?.found ?? false;
}

/** Removes the log of the days before this one, and the names that only those rows used. */
export async function dropBefore(database: Database, day: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'audio_requests'::regclass and relname < ${partitionOf(day)}
    order by relname`.execute(database);
  for (const { name } of rows) {
    await changePartitions(database, (transaction) =>
      sql`drop table if exists ${sql.table(name)}`.execute(transaction),
    );
  }
  await database.deleteFrom('user_agents').where('last_seen', '<', day).execute();
}
