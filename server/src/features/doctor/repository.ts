import type { Selectable, Updateable } from 'kysely';
import type { VisitFailure } from '../../platform/browser/visit-error.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/tables.ts';
import type { Report } from './doctor.ts';

export type VisitRow = Selectable<Schema['doctor_visits']>;

const KEPT = 50;

/** Adds a visit, and removes the oldest ones. */
export async function insertVisit(database: Database, url: string): Promise<VisitRow> {
  const row = await database
    .insertInto('doctor_visits')
    .values({ url })
    .returningAll()
    .executeTakeFirstOrThrow();
  await database
    .deleteFrom('doctor_visits')
    .where('visit_id', '<=', row.visit_id - KEPT)
    .execute();
  return row;
}

export function findVisit(database: Database, visitId: number): Promise<VisitRow | undefined> {
  return database
    .selectFrom('doctor_visits')
    .selectAll()
    .where('visit_id', '=', visitId)
    .executeTakeFirst();
}

/** The newest first. */
export function listVisits(database: Database, limit: number): Promise<VisitRow[]> {
  return database
    .selectFrom('doctor_visits')
    .selectAll()
    .orderBy('visit_id', 'desc')
    .limit(limit)
    .execute();
}

export const markRunning = (database: Database, visitId: number): Promise<void> =>
  update(database, visitId, { state: 'running' });

export const saveFailure = (
  database: Database,
  visitId: number,
  failure: VisitFailure,
): Promise<void> =>
  update(database, visitId, { state: 'failed', failure: JSON.stringify(failure) });

export function saveReport(
  database: Database,
  visitId: number,
  { findings, isCut }: Report,
): Promise<void> {
  const values = { findings: JSON.stringify(findings), is_cut: isCut };
  return update(database, visitId, { state: 'done', failure: null, ...values });
}

async function update(
  database: Database,
  visitId: number,
  values: Updateable<Schema['doctor_visits']>,
): Promise<void> {
  await database.updateTable('doctor_visits').set(values).where('visit_id', '=', visitId).execute();
}
