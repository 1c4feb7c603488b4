import { type RawBuilder, sql } from 'kysely';

/** A time in UTC to the microsecond, as a cursor needs it: a `Date` holds milliseconds. */
export function momentOf(column: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}
