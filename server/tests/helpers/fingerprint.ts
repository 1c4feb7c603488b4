import { sql } from 'kysely';
import type { Database } from '../../src/platform/database/database.ts';

/** Tables that processes write for themselves, at any time. */
const OWN = ['rate_limits', 'worker_heartbeats'];

/** The rows of each table as one hash. Equal hashes mean equal rows. */
export async function fingerprint(database: Database): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name <> all(${OWN}) and table_name not like 'kysely%'
    order by table_name`.execute(database);
  const sums = rows.map(
    ({ name }) => sql`
      select ${name} as name, md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as md5
      from ${sql.table(name)} as t`,
  );
  const all = await sql<{ name: string; md5: string }>`${sql.join(sums, sql` union all `)}`.execute(
    database,
  );
  return Object.fromEntries(all.rows.map(({ name, md5 }) => [name, md5]));
}
