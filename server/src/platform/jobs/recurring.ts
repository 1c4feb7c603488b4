import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/tables.ts';
import { jobs } from './jobs.ts';
import type { TaskTable } from './task.ts';

/** Recurring tasks: the minutes between two runs, by name. */
export type Intervals = ReadonlyMap<string, number>;

export function intervalsOf(tasks: TaskTable<never>): Intervals {
  const pairs = Object.entries(tasks).map(([name, { everyMinutes }]) => [name, everyMinutes]);
  return new Map(pairs.filter((pair): pair is [string, number] => pair[1] !== undefined));
}

/** Two processes that take a task at once began their transactions at different times. */
const SLACK = sql`interval '1 hour'`;

/**
 * Adds a job for each recurring task that is due. Any number of processes may call it: the first one sets the next
 * due time, in the transaction that adds the job. A due time too far away comes from a clock that was ahead, and would
 * stop the task until then.
 */
export async function addDueTasks(database: Kysely<Schema>, intervals: Intervals): Promise<void> {
  for (const name of await listDue(database, intervals)) {
    const everyMinutes = intervals.get(name) ?? 0;
    await database.transaction().execute(async (transaction) => {
      if (!(await take(transaction, name, everyMinutes))) return;
      const key = `every:${name}`;
      // The name is in the task table, and its payload is empty.
      await jobs.add(transaction, name as never, {} as never, { key, queue: key, maxAttempts: 3 });
    });
  }
}

async function listDue(database: Database, intervals: Intervals): Promise<string[]> {
  const [names, minutes] = [[...intervals.keys()], [...intervals.values()]];
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[], ${minutes}::float8[]) as task (name, minutes)
    where not exists (
      select from recurring_tasks where recurring_tasks.name = task.name
        and due_at > now() and due_at <= now() + task.minutes * interval '1 minute' + ${SLACK}
    )`.execute(database);
  return rows.map(({ name }) => name);
}

async function take(database: Database, name: string, everyMinutes: number): Promise<boolean> {
  const { rows } = await sql`
    insert into recurring_tasks (name, due_at)
    values (${name}, now() + ${everyMinutes} * interval '1 minute')
    on conflict (name) do update set due_at = excluded.due_at
    where recurring_tasks.due_at <= now() or recurring_tasks.due_at > excluded.due_at + ${SLACK}
    returning name`.execute(database);
  return rows.length > 0;
}
