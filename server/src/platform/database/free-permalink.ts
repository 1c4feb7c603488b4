import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

interface NewRow<Row> {
  table: 'users' | 'shows' | 'episodes' | 'explore_lists';
  /** The preferred permalink. */
  name: string;
  /** Limits the rows among which a permalink is unique. */
  among?: RawBuilder<boolean>;
  /** Returns undefined if another row has this permalink. */
  insert(permalink: string): Promise<Row | undefined>;
}

/**
 * Inserts a row under the first free permalink of `name`, `name-2`, `name-3`, and so on. Several processes may insert
 * at once: the unique index of the table decides, and the losers try the next permalink.
 */
export async function insertWithPermalink<Row>(
  database: Database,
  { table, name, among = sql`true`, insert }: NewRow<Row>,
): Promise<Row> {
  let row = await insert(name);
  while (!row) row = await insert(await findFreePermalink(database, { table, name, among }));
  return row;
}

/** The first free permalink of `name`, `name-2`, `name-3`, and so on. */
export async function findFreePermalink(
  database: Database,
  { table, name, among }: { table: string; name: string; among: RawBuilder<boolean> },
): Promise<string> {
  const suffix = sql`substr(permalink, char_length(${name}) + 2)`;
  const { rows } = await sql<{ number: number }>`
    with taken as (
      select case when permalink = ${name} then 1 else ${suffix}::integer end as number
      from ${sql.table(table)}
      where ${among} and (
        permalink = ${name}
        or starts_with(permalink, ${`${name}-`}) and ${suffix} ~ '^([2-9]|[1-9][0-9]{1,8})$'
      )
    )
    select min(number) + 1 as number
    from (select 0 as number union all select number from taken) as known
    where not exists (select from taken where taken.number = known.number + 1)
  `.execute(database);
  const number = rows[0]?.number ?? 1;
  return number === 1 ? name : `${name}-${number}`;
}
