import type { Database } from '../../platform/database/database.ts';

/** The names of what this host has done once in its life. */
export async function readFacts(database: Database): Promise<ReadonlySet<string>> {
  const facts = await database.selectFrom('host_facts').select('name').execute();
  return new Set(facts.map(({ name }) => name));
}

export async function noteFact(database: Database, name: string): Promise<void> {
  await database
    .insertInto('host_facts')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
