import type { Schedule } from 'earshot/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Viewer } from '../../platform/http/actor.ts';
import { isEditor, isListed, isShowListed } from '../policy/policy.ts';

const COLUMNS = [
  'schedule_id',
  'show_id',
  'weekday',
  sql<string>`to_char(time, 'HH24:MI')`.as('time'),
  'timezone',
  'title',
] as const;

export type ScheduleFields = Omit<Schedule, 'schedule_id' | 'show_id'>;

export function listSchedules(database: Database, showId: number): Promise<Schedule[]> {
  return database
    .selectFrom('schedules')
    .select(COLUMNS)
    .where('show_id', '=', showId)
    .orderBy('schedule_id')
    .execute();
}

export async function findSchedule(
  database: Database,
  { showId, scheduleId }: { showId: number; scheduleId: number },
): Promise<Schedule | null> {
  const row = await database
    .selectFrom('schedules')
    .select(COLUMNS)
    .where('show_id', '=', showId)
    .where('schedule_id', '=', scheduleId)
    .executeTakeFirst();
  return row ?? null;
}

/** Null if the show already has `max` schedules. The row of the show makes simultaneous calls wait for each other. */
export async function insertSchedule(
  database: Database,
  showId: number,
  { fields, max }: { fields: ScheduleFields; max: number },
): Promise<Schedule | null> {
  await database
    .selectFrom('shows')
    .select('show_id')
    .where('show_id', '=', showId)
    .forNoKeyUpdate()
    .execute();
  const { count } = await database
    .selectFrom('schedules')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('show_id', '=', showId)
    .executeTakeFirstOrThrow();
  if (count >= max) return null;
  return database
    .insertInto('schedules')
    .values({ ...fields, show_id: showId })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function updateSchedule(
  database: Database,
  { showId, scheduleId }: { showId: number; scheduleId: number },
  fields: Partial<ScheduleFields>,
): Promise<Schedule | null> {
  const row = await database
    .updateTable('schedules')
    .set({ ...fields, show_id: showId }) // an update needs a column, and this one does not change
    .where('show_id', '=', showId)
    .where('schedule_id', '=', scheduleId)
    .returning(COLUMNS)
    .executeTakeFirst();
  return row ?? null;
}

export async function deleteSchedule(
  database: Database,
  { showId, scheduleId }: { showId: number; scheduleId: number },
): Promise<void> {
  await database
    .deleteFrom('schedules')
    .where('show_id', '=', showId)
    .where('schedule_id', '=', scheduleId)
    .execute();
}

let zones: ReadonlySet<string> | null = null;

/** PostgreSQL reads a file for each of its 1,200 names, 40 ms in all and more if it is busy. A process asks once. */
async function readZones(database: Database): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select lower(name) as name from pg_timezone_names
    where name <> 'Factory' -- it stands for none
  `.execute(database);
  return new Set(rows.map(({ name }) => name));
}

/** False if the database does not know this time zone. */
export async function isKnownZone(database: Database, timezone: string): Promise<boolean> {
  zones ??= await readZones(database);
  const isAscii = /^[!-~]+$/.test(timezone); // other letters can become ASCII in lower case, as the Kelvin sign does
  return isAscii && zones.has(timezone.toLowerCase());
}

export interface CalendarRange {
  userId: number;
  from: Date;
  /** The first moment after the range. */
  to: Date;
  viewer: Viewer;
  limit: number;
}

/** The user's episodes in the range. Scheduled ones only for their editors. */
export function listEpisodes(
  database: Database,
  { userId, from, to, viewer, limit }: CalendarRange,
) {
  return database
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .select(['episodes.episode_id', 'episodes.show_id', 'episodes.title', 'episodes.state'])
    .select(sql<Date>`episodes.published_at`.as('starts_at'))
    .where('episodes.user_id', '=', userId)
    .where('episodes.deleted_at', 'is', null)
    .where('shows.deleted_at', 'is', null)
    .where('episodes.published_at', '>=', from)
    .where('episodes.published_at', '<', to)
    .where('episodes.state', '<>', 'draft') // one that was published before keeps its date
    .where(sql<boolean>`(${isListed(viewer)} or ${isEditor(viewer)})`)
    .orderBy('episodes.published_at')
    .orderBy('episodes.episode_id')
    .limit(limit)
    .execute();
}

/**
 * The weekly hours of the user's shows as points in time. PostgreSQL applies time zones: an hour that daylight saving
 * time skips comes an hour later.
 */
export async function listHours(
  database: Database,
  { userId, from, to, viewer, limit }: CalendarRange,
) {
  const { rows } = await sql<{ show_id: number; title: string; starts_at: Date }>`
    select show_id, title, starts_at from (
      select shows.show_id, schedules.schedule_id, schedules.title,
        (day::date + schedules.time) at time zone schedules.timezone as starts_at
      from schedules
      join shows on shows.show_id = schedules.show_id
      cross join lateral generate_series(
        (${from}::timestamptz at time zone schedules.timezone)::date::timestamp,
        (${to}::timestamptz at time zone schedules.timezone)::date::timestamp,
        interval '1 day'
      ) as day
      where shows.user_id = ${userId} and ${isShowListed(viewer)}
        and extract(dow from day) = schedules.weekday
    ) as hours
    where starts_at >= ${from} and starts_at < ${to}
    order by starts_at, schedule_id limit ${limit}`.execute(database);
  return rows;
}
