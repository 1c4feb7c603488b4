import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { noteBatch, WITH_AUDIO } from './batches-repository.ts';
import { addDays } from './days.ts';
import type { Batch } from './log-store.ts';

/** The day (UTC) of a given row. */
const GIVEN_DAY = sql`(at at time zone 'UTC')::date`;

/** The rows of a batch, for the `from` of a statement. */
function givenRows(rows: Batch['rows']): RawBuilder<unknown> {
  const json = JSON.stringify(
    rows.map(({ who, whoBefore, imported, ...row }) => ({
      ...row,
      ...imported,
      who: who.toString('hex'),
      whoBefore: whoBefore.toString('hex'),
    })),
  );
  return sql`jsonb_to_recordset(${json}::jsonb) as given (
    at timestamptz, sha256 text, "episodeId" integer, method text, status smallint, "rangeFirst" bigint,
    "bytesSent" bigint, agent text, "referrerHost" text, placement text, country text, "isHosting" boolean,
    who text, "whoBefore" text, source text, line uuid)`;
}

/**
 * Writes a batch, and returns the number of written rows. A batch that is written already has no effect. The partitions
 * of its days must exist.
 */
export async function insertBatch(database: Database, batch: Batch): Promise<number> {
  const { lists } = batch;
  const given = givenRows(batch.rows);
  return database.transaction().execute(async (transaction) => {
    if (!(await noteBatch(transaction, batch))) return 0;
    // Two processes lock their rows in the same order.
    await sql`
      insert into user_agents (name, last_seen)
        select agent, max(${GIVEN_DAY}) from ${given} group by agent order by agent
      on conflict (name) do update set last_seen = excluded.last_seen
        where user_agents.last_seen < excluded.last_seen`.execute(transaction);
    if (lists) {
      await sql`
        insert into numbers_lists (name) select ${lists}
          where not exists (select from numbers_lists where name = ${lists})
        on conflict do nothing`.execute(transaction);
    }
    const { numAffectedRows = 0n } = await sql`
      insert into audio_requests (at, media_id, episode_id, show_id, method, status, range_first, bytes_sent,
        agent_id, referrer_host, placement, country, is_hosting, list_id, who, who_before, source, line)
      select at, media.media_id, found.episode_id, found.show_id, method, status, "rangeFirst", "bytesSent",
        agent_id, "referrerHost", placement, country, "isHosting",
        (select list_id from numbers_lists where name = ${lists}),
        decode(who, 'hex'), decode("whoBefore", 'hex'), coalesce(source, ''), line
      from ${given} join user_agents on user_agents.name = agent ${WITH_AUDIO}
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
