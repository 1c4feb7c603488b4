import type { ClientBase } from 'pg';
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams';
import type { Manifest } from './backup-format.ts';

type Table = Manifest['tables'][number];
type Sequence = Manifest['sequences'][number];

/**
 * Rows that concern only the running processes or the place of backups, the records of migrations, what the indexer makes
 * again, and the log of requests for audio: a backup may be kept for years, and the log and the salts of its listeners may
 * not. `audio_requests` is no ordinary table, and its partitions are left out below.
 */
const LEFT_OUT = [
  'rate_limits',
  'worker_heartbeats',
  'backup_state',
  'kysely_migration',
  'kysely_migration_lock',
  'numbers_salts',
  'numbers_batches',
  'numbers_files',
  'numbers_lists',
  'tagged_episodes',
  'user_agents',
];

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const copyTarget = ({ name, columns }: Table) =>
  `public.${quote(name)} (${columns.map(quote).join(', ')})`;

/** Our tables with their columns, apart from computed ones. Each table follows the tables that it refers to. */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(
    `select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and not relispartition
      and relname <> all($1)
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`,
    [LEFT_OUT],
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select a.relname as from, b.relname as to
    from pg_constraint join pg_class a on a.oid = conrelid join pg_class b on b.oid = confrelid
    where contype = 'f' and conrelid <> confrelid and connamespace = 'public'::regnamespace`,
  );
  return inOrder(tables, references);
}

function inOrder(tables: Table[], references: { from: string; to: string }[]): Table[] {
  const ordered: Table[] = [];
  const placed = new Set<string>();
  while (ordered.length < tables.length) {
    const next = tables.find(
      ({ name }) =>
        !placed.has(name) && references.every(({ from, to }) => from !== name || placed.has(to)),
    );
    if (!next) throw new Error('The tables refer to each other in a circle.');
    placed.add(next.name);
    ordered.push(next);
  }
  return ordered;
}

/** The sequences of identity columns, and of `serial` ones. */
export async function listSequences(client: ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select relname as table, attname as column, sequence
    from pg_class join pg_attribute on attrelid = pg_class.oid,
      pg_get_serial_sequence('public.' || quote_ident(relname), attname) as sequence
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and attnum > 0 and not attisdropped and sequence is not null
    order by relname, attname`,
  );
  const sequences: Sequence[] = [];
  for (const { table, column, sequence } of rows) {
    const { rows: states } = await client.query(`select last_value, is_called from ${sequence}`);
    const { last_value: value, is_called: isCalled } = states[0];
    sequences.push({ table, column, value: String(value), isCalled });
  }
  return sequences;
}

export function dumpTable(client: ClientBase, table: Table): CopyToStreamQuery {
  return client.query(copyTo(`copy ${copyTarget(table)} to stdout`));
}

/** Jobs by task and payload, because the tables of graphile-worker have their own versions. */
export function dumpJobs(client: ClientBase): CopyToStreamQuery {
  return client.query(
    copyTo(`copy (
      select tasks.identifier, jobs.payload, queue_name, run_at, max_attempts, jobs.key
      from graphile_worker._private_jobs as jobs
        join graphile_worker._private_tasks as tasks on tasks.id = task_id
        left join graphile_worker._private_job_queues as queues on queues.id = job_queue_id
      where attempts < max_attempts order by jobs.id
    ) to stdout`),
  );
}

/** The hashes of all files that the rows name. */
export async function listFiles(client: ClientBase): Promise<{ sha256: string; bytes: number }[]> {
  const { rows } = await client.query<{ sha256: string; file_size: string }>(
    'select sha256, file_size from media order by media_id',
  );
  return rows.map(({ sha256, file_size }) => ({ sha256, bytes: Number(file_size) }));
}
