import { AppError, type CalendarItem, type Schedule } from 'earshot/contract';
import type { Kysely } from 'kysely';
import type { ReadDeps } from '../../feature.ts';
import { ANYTHING } from '../../platform/cache/answer-cache.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/tables.ts';
import { ANONYMOUS } from '../../platform/http/actor.ts';
import { cleanLine } from '../../platform/text/clean-text.ts';
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
  throw new AppError('INVALID_REQUEST', {
    messages: [`show_id: has ${SCHEDULES_MAX} schedules already; delete one first`],
  });
}

/**
 * Gives a new show the schedules of an archive. They are read as carefully as what an author sends: those that cannot be used
 * are left out.
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
  if (!schedule) {
    throw new AppError('NOT_FOUND', { messages: ['This show has no such schedule.'] });
  }
  return schedule;
}

async function checked(database: Database, { timezone, title }: Partial<ScheduleFields>) {
  if (timezone !== undefined && !(await repository.isKnownZone(database, timezone))) {
    throw new AppError('INVALID_REQUEST', {
      messages: ['timezone: must be a name of the IANA time zone database such as Europe/Rome'],
    });
  }
  return title === undefined ? {} : { title: cleanLine(title) };
}

export interface CalendarQuery {
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * The published and scheduled episodes and the weekly hours of a user's shows, in the order of time: from now for 31
 * days if the query does not say, and 1,000 items at most.
 * @throws AppError INVALID_REQUEST for times that cannot be read, or a range of more than 366 days
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
  if (length < 0) throw invalid('to: must not be before from');
  if (length > RANGE_MAX_MS) throw invalid('to: must be at most 366 days after from');
  return { from: start, to: end };
}

const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:?\d\d)?)?$/;

function readTime(name: string, text: string): Date {
  const time = TIME.test(text) ? new Date(text) : null;
  if (time && !Number.isNaN(time.getTime())) return time;
  throw invalid(`${name}: must be a time such as 2026-11-21T10:00:00Z or a day such as 2026-11-21`);
}

const invalid = (message: string) => new AppError('INVALID_REQUEST', { messages: [message] });
