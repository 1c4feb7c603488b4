import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { addDays, dayOf, startOf } from './days.ts';
import type { Batch } from './log-store.ts';

/**
 * Remembers a batch in the transaction that writes it. False if it is written already.
 * @param first the time of its oldest row
 */
export async function beginBatch(
  transaction: Database,
  id: string,
  { first, isImport = false }: { first: Date; isImport?: boolean },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('numbers_batches')
    .values({ batch: id, first_at: first, is_import: isImport })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** The episode of a row whose address names only a file: the earliest published one with this file. */
const EPISODE_OF_FILE = sql`(
  select episodes.episode_id from episodes
  where episodes.media_id = media.media_id and episodes.deleted_at is null
  order by published_at nulls last, episodes.episode_id limit 1)`;

/**
 * Writes a batch, and returns the number of written rows. A batch that is written already has no effect. The partitions
 * of its days must exist.
 */
export async function insertBatch(database: Database, { id, rows, lists }: Batch): Promise<number> {
  const json = JSON.stringify(
    rows.map(({ who, whoBefore, imported, ...row }) => ({
      ...row,
      ...imported,
      who: who.toString('hex'),
      whoBefore: whoBefore.toString('hex'),
    })),
  );
  const isImport = rows.some(({ imported }) => imported);
  const oldest = new Date(Math.min(...rows.map(({ at }) => at.getTime())));
  const first = isImport ? new Date(startOf(dayOf(oldest))) : oldest; // redirects of its day count no longer
  const given = sql`jsonb_to_recordset(${json}::jsonb) as given (
    at timestamptz, sha256 text, "episodeId" integer, method text, status smallint, "rangeFirst" bigint,
    "bytesSent" bigint, agent text, "referrerHost" text, placement text, country text, "isHosting" boolean,
    who text, "whoBefore" text, source text, line uuid)`;
  const day = sql`(at at time zone 'UTC')::date`;
  return database.transaction().execute(async (transaction) => {
    if (!(await beginBatch(transaction, id, { first, isImport }))) return 0;
    // Two processes lock their rows in the same order.
    await sql`
      insert into user_agents (name, last_seen)
        select agent, max(${day}) from ${given} group by agent order by agent
      on conflict (name) do update set last_seen = excluded.last_seen
        where user_agents.last_seen < excluded.last_seen`.execute(transaction);
    await sql`
      insert into numbers_files (media_id, sha256, file_size, duration, header_bytes, last_seen)
        select media_id, media.sha256, file_size, duration,
          case when mime_type = 'audio/mpeg' then null else 0 end, max(${day})
        from ${given} join media on media.sha256 = given.sha256
        group by media_id order by media_id
      on conflict (media_id) do update set last_seen = excluded.last_seen
        where numbers_files.last_seen < excluded.last_seen`.execute(transaction);
    if (lists) {
      await sql`
        insert into numbers_lists (name) select ${lists}
          where not exists (select from numbers_lists where name = ${lists})
        on conflict do nothing`.execute(transaction);
    }
    await sql`
      insert into imported_days
        select distinct ${day} from ${given} where line is not null order by 1
      on conflict do nothing`.execute(transaction);
    const { numAffectedRows = 0n } = await sql`
      insert into audio_requests (at, media_id, episode_id, show_id, method, status, range_first, bytes_sent,
        agent_id, referrer_host, placement, country, is_hosting, list_id, who, who_before, source, line)
      select at, media.media_id, found.episode_id, found.show_id, method, status, "rangeFirst", "bytesSent",
        agent_id, "referrerHost", placement, country, "isHosting",
        (select list_id from numbers_lists where name = ${lists}),
        decode(who, 'hex'), decode("whoBefore", 'hex'), coalesce(source, ''), line
      from ${given} join user_agents on user_agents.name = agent
        left join media on media.sha256 = given.sha256
        left join episodes as found on found.episode_id = coalesce("episodeId", ${EPISODE_OF_FILE})
      order by at, line
      on conflict do nothing`.execute(transaction);
    return Number(numAffectedRows);
  });
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

/** The batches of imports whose rows are not counted yet. */
export async function listImports(database: Database): Promise<string[]> {
  const rows = await database
    .selectFrom('numbers_batches')
    .select('batch')
    .where('is_import', '=', true)
    .execute();
  return rows.map(({ batch }) => batch);
}

/** Forgets batches that no process can still repeat, and these of imports. Call it when their rows are counted. */
export async function forgetBatches(database: Database, imports: readonly string[]): Promise<void> {
  await sql`
    delete from numbers_batches
    where written_at < now() - interval '1 day' or batch = any(${imports}::uuid[])`.execute(
    database,
  );
}
