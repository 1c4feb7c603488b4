import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** The state of the schedule. Null before the first plan. */
export async function readState(database: Database) {
  const found = await database.selectFrom('backup_state').selectAll().executeTakeFirst();
  return found ? { ...found, bytes: Number(found.bytes ?? 0) } : null;
}

/** Marks a time of the schedule as planned. False if another process was faster. Call it in a transaction. */
export async function takeSlot(
  database: Database,
  { slot, now }: { slot: Date; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into backup_state (since, planned_for) values (${now}, ${slot})
    on conflict (is_only) do update set planned_for = excluded.planned_for
    where backup_state.planned_for is null or backup_state.planned_for < excluded.planned_for
    returning 1`.execute(database);
  return rows.length > 0;
}

export interface GoodBackup {
  name: string;
  made_at: Date;
  bytes: number;
}

export async function noteGood(database: Database, good: GoodBackup): Promise<void> {
  await database
    .insertInto('backup_state')
    .values({ since: good.made_at, ...good })
    .onConflict((row) =>
      row.column('is_only').doUpdateSet({ ...good, failed_at: null, error: null }),
    )
    .execute();
}

export async function noteFailure(
  database: Database,
  failure: { failed_at: Date; error: string },
): Promise<void> {
  await database
    .insertInto('backup_state')
    .values({ since: failure.failed_at, ...failure })
    .onConflict((row) => row.column('is_only').doUpdateSet(failure))
    .execute();
}
