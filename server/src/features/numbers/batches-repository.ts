import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { dayOf, startOf } from './days.ts';
import type { Batch } from './log-store.ts';
import { noteNames } from './names-repository.ts';

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

/** Adds the file (`media`) and the episode (`found`) of each `given` row. Both may be missing. */
export const WITH_AUDIO = sql`
  left join media on media.sha256 = given.sha256
  left join episodes as found on found.episode_id = coalesce("episodeId", ${EPISODE_OF_FILE})`;

/**
 * Notes all about a batch that the log does not hold itself, in a transaction: its time, its files, the names of its
 * programs and the days of an import. False if it is noted already.
 */
export async function noteBatch(
  transaction: Database,
  { id, rows, seenOn }: Batch,
): Promise<boolean> {
  const imported = rows.filter((row) => row.imported);
  const isImport = imported.length > 0;
  const oldest = new Date(Math.min(...rows.map(({ at }) => at.getTime())));
  const first = isImport ? new Date(startOf(dayOf(oldest))) : oldest; // redirects of its day count no longer
  if (!(await beginBatch(transaction, id, { first, isImport }))) return false;
  const files = lastDays(rows, ({ sha256 }) => sha256);
  // Two processes lock their rows in the same order.
  await sql`
    insert into numbers_files (media_id, sha256, file_size, duration, header_bytes, last_seen)
      select media_id, media.sha256, file_size, duration,
        case when mime_type = 'audio/mpeg' then null else 0 end, day
      from unnest(${[...files.keys()]}::text[], ${[...files.values()]}::date[]) as given (sha256, day)
        join media on media.sha256 = given.sha256
      order by media_id
    on conflict (media_id) do update set last_seen = excluded.last_seen
      where numbers_files.last_seen < excluded.last_seen`.execute(transaction);
  const agents = lastDays(rows, ({ agent }) => agent);
  await noteNames(transaction, agents, seenOn);
  const days = [...new Set(imported.map(({ at }) => dayOf(at)))].sort();
  if (isImport) {
    await sql`insert into imported_days select unnest(${days}::date[]) on conflict do nothing`.execute(
      transaction,
    );
  }
  return true;
}

/** The last day (UTC) of each name that these rows have. */
function lastDays(
  rows: Batch['rows'],
  nameOf: (row: Batch['rows'][number]) => string | null,
): Map<string, string> {
  const days = new Map<string, string>();
  for (const row of rows) {
    const name = nameOf(row);
    if (name === null) continue;
    const day = dayOf(row.at);
    if (day > (days.get(name) ?? '')) days.set(name, day);
  }
  return days;
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
