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
  const sums = await Promise.all(
    rows.map(async ({ name }) => {
      const { rows: sum } = await sql<{ md5: string }>`
        select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as md5
        from ${sql.table(name)} as t`.execute(database);
      return [name, sum[0]?.md5 ?? ''] as const;
    }),
  );
  return Object.fromEntries(sums);
}
