import type { HostAccount, HostJob, HostStorage } from 'earshot-site/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { normalizeEmail } from '../accounts/accounts.ts';
import { IS_ACCOUNT } from '../users/users.ts';

export interface AccountRange {
  /** Part of a name, an address or a permalink. */
  q: string;
  after: number;
  limit: number;
}

const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&');

export async function listAccounts(
  database: Database,
  { q, after, limit }: AccountRange,
): Promise<HostAccount[]> {
  const like = `%${literal(q)}%`;
  const likeEmail = `%${literal(normalizeEmail(q))}%`;
  const rows = await database
    .selectFrom('users')
    .select(['user_id', 'permalink', 'name', 'is_admin', 'created_at'])
    .select(sql<string>`coalesce(email, '')`.as('email'))
    .select(sql<boolean>`email_verified_at is not null`.as('email_verified'))
    .select(
      sql<boolean>`exists (select from passkeys where passkeys.user_id = users.user_id)
        or exists (select from second_factors
          where second_factors.user_id = users.user_id and confirmed_at is not null)`.as(
        'has_second_factor',
      ),
    )
    .select(
      sql<number>`(select count(*)::int from shows
        where shows.user_id = users.user_id and shows.deleted_at is null)`.as('shows'),
    )
    .where(IS_ACCOUNT)
    .where(
      sql<boolean>`(name ilike ${like} or email ilike ${likeEmail} or permalink ilike ${like})`,
    )
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

/** False if there is no such account. */
export async function setAdmin(
  database: Database,
  userId: number,
  isAdmin: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('users')
    .set({ is_admin: isAdmin })
    .where('user_id', '=', userId)
    .where(IS_ACCOUNT)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The failed ones first, then by the time of their next attempt. */
export async function listJobs(database: Database, limit: number): Promise<HostJob[]> {
  const { rows } = await sql<Omit<HostJob, 'run_at'> & { run_at: Date }>`
    select id::int as job_id, task_identifier as name, attempts::int, max_attempts::int,
      last_error as error, run_at,
      case when locked_at is not null then 'running'
        when attempts >= max_attempts then 'failed' else 'waiting' end as state
    from graphile_worker.jobs
    order by (attempts >= max_attempts) desc, last_error is null, run_at, id
    limit ${limit}`.execute(database);
  return rows.map((row) => ({ ...row, run_at: row.run_at.toISOString() }));
}

/** False if there is no such job, or if it is running. */
export async function retryJob(database: Database, jobId: number): Promise<boolean> {
  const { rows } = await sql`
    select id from graphile_worker.reschedule_jobs(
      array[${jobId}]::bigint[], run_at := now(), attempts := 0)`.execute(database);
  return rows.length > 0;
}

export async function readStorage(database: Database): Promise<Omit<HostStorage, 'backup'>> {
  const { rows } = await sql<Omit<HostStorage, 'backup'>>`
    select
      (select count(*)::int from users where ${IS_ACCOUNT}) as users,
      (select count(*)::int from shows where deleted_at is null) as shows,
      (select count(*)::int from episodes where deleted_at is null) as episodes,
      (select count(*)::int from media) as files,
      (select coalesce(sum(file_size), 0)::float8 from media) as media_bytes,
      pg_database_size(current_database())::float8 as database_bytes
  `.execute(database);
  const [storage] = rows;
  if (!storage) throw new Error('The database counts nothing.');
  return storage;
}

/** The newest first. */
export function listNotices(database: Database) {
  return database
    .selectFrom('flash_messages')
    .select(['name', 'message', 'starts_at', 'ends_at'])
    .orderBy('created_at', 'desc')
    .orderBy('name')
    .execute();
}
