import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BackupRefused, JOBS, type Manifest, tableFile } from './backup-format.ts';
import { copyTarget, listTables } from './dump-tables.ts';
import { requireEmpty } from './require-empty.ts';

type ReadFile = (name: string) => Promise<Readable>;

/**
 * Fills all tables or none. They must be at the version of the backup. Cut the connection after an error: a running
 * copy cannot be ended otherwise.
 * @returns the number of rows
 * @throws BackupRefused if the host is not empty, or if a table gets another number of rows than the manifest tells
 */
export async function loadTables(
  client: ClientBase,
  manifest: Manifest,
  read: ReadFile,
): Promise<number> {
  await client.query('begin');
  const rows = await load(client, manifest, read);
  await client.query('commit');
  return rows;
}

async function load(client: ClientBase, { tables, sequences }: Manifest, read: ReadFile) {
  let total = 0;
  const targets = (await listTables(client)).map(({ name }) => `public."${name}"`);
  // Since the first look, another restore or a command may have filled the host.
  await client.query(`lock table ${targets.join(', ')} in access exclusive mode`);
  await requireEmpty((text) => client.query(text));
  await client.query(`truncate ${targets.join(', ')}`);
  // Triggers stay off: their effects are in other rows of the backup.
  for (const target of targets) await client.query(`alter table ${target} disable trigger user`);
  for (const table of tables) {
    const rows = await read(tableFile(table.name));
    const copy = client.query(copyFrom(`copy ${copyTarget(table)} from stdin`));
    await pipeline(rows, copy);
    const { rows: expected = copy.rowCount } = table;
    if (copy.rowCount !== expected) {
      throw new BackupRefused(
        `The table ${table.name} got ${copy.rowCount} rows instead of ${expected}, so nothing was restored.`,
      );
    }
    total += copy.rowCount;
  }
  for (const target of targets) await client.query(`alter table ${target} enable trigger user`);
  for (const { table, column, value, isCalled } of sequences) {
    await client.query('select setval(pg_get_serial_sequence($1, $2), $3, $4)', [
      `public."${table}"`,
      column,
      value,
      isCalled,
    ]);
  }
  await loadJobs(client, read);
  await indexAgain(client);
  // The bytes of unfinished uploads are not in a backup.
  await client.query(`update uploads set deleted_at = now(), reserved_size = 0
    where state = 'uploading' and deleted_at is null`);
  return total;
}

/** Made from other tables by the indexer, with the numbers of tags. The documents are partitioned, so no backup has them. */
const MADE_FOR_SEARCH = [
  'search_documents',
  'search_texts',
  'search_words',
  'tags',
  'tagged_episodes',
];

/** Has the search documents made of what was restored, whatever the backup and the new host had of them. */
async function indexAgain(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ names: string }>(
    `select string_agg('public.' || relname, ', ') as names from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname = any($1)`,
    [MADE_FOR_SEARCH], // a backup of an earlier version has not all of them
  );
  await client.query(`truncate ${rows[0]?.names}`);
  await client.query(`
    insert into search_changes (kind, id) select 'user', user_id from users
      union all select 'show', show_id from shows
      union all select 'episode', episode_id from episodes`);
}

async function loadJobs(client: ClientBase, read: ReadFile): Promise<void> {
  await client.query(`create temporary table restored_jobs (identifier text, payload json,
    queue text, run_at timestamptz, max_attempts integer, key text) on commit drop`);
  const rows = await read(JOBS);
  await pipeline(rows, client.query(copyFrom('copy restored_jobs from stdin')));
  await client.query(`select graphile_worker.add_job(identifier, payload, queue_name => queue,
    run_at => run_at, max_attempts => max_attempts, job_key => key) from restored_jobs`);
}
