import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

interface Wanted {
  /** The name in the query of the caller. */
  as: string;
  columns: RawBuilder<unknown>;
  table: RawBuilder<unknown>;
  /** A condition that chooses a part of the table. The sample is one of that part. */
  part: RawBuilder<unknown>;
  condition: RawBuilder<unknown>;
  /** The number of rows that the caller takes. */
  limit: number;
}

const SAMPLED = 0.002; // of the pages of a table
const SAMPLE_MIN = 100; // rows. In a smaller table, a wrong decision costs little

/**
 * The rows that meet a condition, as a part of a query that takes the first ones in the order of an index. Such a query reads
 * either that index until it has enough rows, or all rows of the condition's own index. PostgreSQL decides by statistics that have
 * common words only; for others it often read most of a table. Here a sample decides: the same pages each time.
 */
export async function rowsInOrder(
  database: Database,
  { as, columns, table, part, condition, limit }: Wanted,
): Promise<RawBuilder<unknown>> {
  const name = sql.ref(as);
  const { rows } = await sql<{ sampled: number; found: number }>`
    select count(*)::integer as sampled, count(*) filter (where is_found)::integer as found
    from (select ${condition} as is_found from ${table} as ${name}
      tablesample system (${sql.lit(100 * SAMPLED)}) repeatable (1)
      where ${part}) as one`.execute(database);
  const { sampled, found } = rows[0] ?? { sampled: 0, found: 0 };
  const readInOrder = (limit * sampled) / found; // infinite for a rare word
  const readAll = found / SAMPLED;
  const matching = sql`select ${columns} from ${table} as ${name} where ${part} and ${condition}`;
  return sampled < SAMPLE_MIN || readInOrder < readAll
    ? sql`(${matching}) as ${name}`
    : sql`(${matching} offset 0) as ${name}`; // an offset keeps PostgreSQL from reading in order
}
