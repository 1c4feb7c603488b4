import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { readAgent } from './agents.ts';
import type { Batch } from './log-store.ts';
import { readShortName, shortName } from './short-names.ts';

/** Notes the names of the programs in a batch, in the transaction that notes the batch. */
export async function noteNames(
  transaction: Database,
  days: ReadonlyMap<string, string>,
  seenOn: Batch['seenOn'],
): Promise<void> {
  // Two processes lock their rows in the same order.
  await sql`
    insert into user_agents (name, last_seen)
      select name, greatest(day, ${seenOn ?? null}::date)
      from unnest(${[...days.keys()]}::text[], ${[...days.values()]}::date[]) as given (name, day)
      order by name
    on conflict (name) do update set last_seen = excluded.last_seen
      where user_agents.last_seen < excluded.last_seen`.execute(transaction);
}

/** A name of a program, and the one that takes its place. */
export interface ShortenedName {
  id: number;
  name: string;
  short: string;
}

const GROUP = 2_000; // names, each of up to 500 characters

/**
 * Shortens the names of programs that were last seen before this day.
 * @param replace changes the rows that have the names themselves. Called with each group, before the names are gone here
 */
export async function shortenNames(
  database: Database,
  day: string,
  replace?: (names: readonly ShortenedName[]) => Promise<void>,
): Promise<void> {
  let after = 0;
  for (;;) {
    const found = await database
      .selectFrom('user_agents')
      .select(['agent_id as id', 'name'])
      .where('last_seen', '<', day)
      .where('agent_id', '>', after)
      .orderBy('agent_id')
      .limit(GROUP)
      .execute();
    const names = found
      .filter(({ name }) => readShortName(name) === null)
      .map((row) => ({ ...row, short: shortName(readAgent(row.name)) }));
    if (names.length > 0) {
      await replace?.(names);
      // A name that was seen again meanwhile stays.
      await sql`
        update user_agents set name = short
        from unnest(${names.map(({ id }) => id)}::integer[], ${names.map(({ short }) => short)}::text[])
          as given (id, short)
        where agent_id = id and last_seen < ${day}::date`.execute(database);
    }
    const last = found.at(-1);
    if (!last || found.length < GROUP) return;
    after = last.id;
  }
}
