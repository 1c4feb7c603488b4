import type { CalendarItem, Schedule } from 'earshot/contract';
import type { Kysely } from 'kysely';
import type { ReadDeps } from '../../feature.ts';
import { ANYTHING } from '../../platform/cache/answer-cache.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/tables.ts';
import { ANONYMOUS } from '../../platform/http/actor.ts';
import { invalid, Refusal } from '../../platform/http/refusal.ts';
import { readTitle } from '../../platform/text/title.ts';
import { readArchivedSchedules } from './archived-schedules.ts';
import * as repository from './repository.ts';

const SCHEDULES_MAX = 50; // of one show
const RANGE_DEFAULT_MS = 31 * 86_400_000;
const RANGE_MAX_MS = 366 * 86_400_000;
const ITEMS_MAX = 1_000;

export type ScheduleFields = repository.ScheduleFields;

export interface ScheduleName {
  showId: number;
  scheduleId: number;
}

export async function listSchedules(
  { database, sources }: ReadDeps,
  showId: number,
): Promise<{ items: Schedule[] }> {
  sources?.add(`show:${showId}`);
  return { items: await repository.listSchedules(database, showId) };
}

/** @throws AppError NOT_FOUND */
export async function getSchedule(database: Database, name: ScheduleName): Promise<Schedule> {
  return mustExist(await repository.findSchedule(database, name));
}

/** @throws AppError INVALID_REQUEST if the time zone is unknown or the show has too many schedules */
export async function createSchedule(
  database: Kysely<Schema>,
  showId: number,
  given: ScheduleFields,
): Promise<Schedule> {
  const fields = { ...given, ...(await checked(database, given)) };
  const made = await database
    .transaction()
    .execute((transaction) =>
      repository.insertSchedule(transaction, showId, { fields, max: SCHEDULES_MAX }),
    );
  if (made) return made;
  throw invalid('show_id', 'schedules_full', { n: SCHEDULES_MAX });
}

/**
 * Copies the schedules of an archive to a new show, with the same checks as input of an author. Invalid ones are
 * skipped.
 */
export async function bringSchedules(
  transaction: Database,
  showId: number,
  archived: unknown,
): Promise<void> {
  for (const fields of readArchivedSchedules(archived)) {
    if (!(await repository.isKnownZone(transaction, fields.timezone))) continue;
    await repository.insertSchedule(transaction, showId, { fields, max: SCHEDULES_MAX });
  }
}

/** @throws AppError NOT_FOUND, or INVALID_REQUEST if the time zone is unknown */
export async function changeSchedule(
  database: Database,
  name: ScheduleName,
  given: Partial<ScheduleFields>,
): Promise<Schedule> {
  const fields = { ...given, ...(await checked(database, given)) };
  return mustExist(await repository.updateSchedule(database, name, fields));
}

export async function deleteSchedule(database: Database, name: ScheduleName): Promise<void> {
  await repository.deleteSchedule(database, name);
}

function mustExist(schedule: Schedule | null): Schedule {
  if (!schedule) throw new Refusal('NOT_FOUND', 'no_schedule');
  return schedule;
}

async function checked(database: Database, { timezone, title }: Partial<ScheduleFields>) {
  if (timezone !== undefined && !(await repository.isKnownZone(database, timezone))) {
    throw invalid('timezone', 'timezone');
  }
  return title === undefined ? {} : { title: readTitle(title) };
}

export interface CalendarQuery {
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * The published and scheduled episodes and the weekly hours of a user's shows, by time. Default: 31 days from now.
 * At most 1,000 items.
 * @throws AppError INVALID_REQUEST for unreadable times, or a range of more than 366 days
 */
export async function listCalendar(
  { database, sources, viewer = ANONYMOUS }: ReadDeps,
  userId: number,
  query: CalendarQuery,
): Promise<{ items: CalendarItem[] }> {
  sources?.add(ANYTHING); // any show may become one of this user's
  const range = { userId, viewer, limit: ITEMS_MAX, ...readRange(query) };
  const [episodes, hours] = await Promise.all([
    repository.listEpisodes(database, range),
    repository.listHours(database, range),
  ]);
  const items = [
    ...episodes.map(({ episode_id, show_id, title, state, starts_at }): Entry => {
      const type = state === 'scheduled' ? 'scheduled' : 'episode';
      return { type, starts_at, title, episode_id, show_id };
    }),
    ...hours.map((hour): Entry => ({ type: 'schedule', episode_id: null, ...hour })),
  ];
  return {
    items: items
      .sort((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
      .slice(0, ITEMS_MAX)
      .map((item) => ({ ...item, starts_at: item.starts_at.toISOString() })),
  };
}

type Entry = Omit<CalendarItem, 'starts_at'> & { starts_at: Date };

function readRange({ from, to }: CalendarQuery): { from: Date; to: Date } {
  const start = from === undefined ? new Date() : readTime('from', from);
  const end = to === undefined ? new Date(start.getTime() + RANGE_DEFAULT_MS) : readTime('to', to);
  const length = end.getTime() - start.getTime();
  if (length < 0) throw invalid('to', 'must not be before from');
  if (length > RANGE_MAX_MS) throw invalid('to', 'must be at most 366 days after from');
  return { from: start, to: end };
}

const TIME = /^(\d{4}-\d\d-\d\d)(?:(T\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(Z|[+-]\d\d:?\d\d)?)?$/;

/** Without a zone it is UTC. */
function readTime(name: string, text: string): Date {
  const [, day = '', clock = 'T00:00', zone = 'Z'] = TIME.exec(text) ?? [];
  const time = new Date(day + clock + zone);
  const isRead = !Number.isNaN(time.getTime());
  // `new Date` turns 30 February into March.
  if (isRead && new Date(`${day}T00:00Z`).toISOString().startsWith(day)) return time;
  throw invalid(name, 'time_or_day', { example: '2026-11-21T10:00:00Z', day: '2026-11-21' });
}
