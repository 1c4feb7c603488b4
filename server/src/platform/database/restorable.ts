import { type RawBuilder, sql } from 'kysely';

/** Deleted things can be restored for this many days. Then they are removed for good. */
const KEPT_DAYS = 30;

/** The time until which something that was deleted at `deletedAt` can be restored. */
export function restorableUntil(deletedAt: string): RawBuilder<Date> {
  return sql<Date>`(${sql.ref(deletedAt)} + ${KEPT_DAYS} * interval '1 day')`;
}

/** True if something was deleted too long ago to be restored. Null, which counts as false, if it is not deleted. */
export function isOver(deletedAt: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(deletedAt)} < now() - ${KEPT_DAYS} * interval '1 day')`;
}
