import { type RawBuilder, sql } from 'kysely';

/** What was deleted can come back for so many days. Then it is removed for good. */
export const KEPT_DAYS = 30;

/** Until when something that was deleted then can come back. */
export function restorableUntil(deletedAt: string): RawBuilder<Date> {
  return sql<Date>`(${sql.ref(deletedAt)} + ${KEPT_DAYS} * interval '1 day')`;
}

/** True if something was deleted so long ago that it does not come back. Null, which counts as false, if it is there. */
export function isOver(deletedAt: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(deletedAt)} < now() - ${KEPT_DAYS} * interval '1 day')`;
}
