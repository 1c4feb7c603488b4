import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Period } from './count-repository.ts';
import type { Window } from './method.ts';

export interface AskedFigures extends Period {
  showId: number;
  window: Window;
}

/** The figures of a show, for its episodes that are not deleted. */
const figuresOf = (database: Database, { showId, window, from, to }: AskedFigures) =>
  database
    .selectFrom('download_hours')
    .innerJoin('episodes', 'episodes.episode_id', 'download_hours.episode_id')
    .select(sql<number>`sum(downloads)::integer`.as('downloads'))
    .where('episodes.show_id', '=', showId)
    .where('episodes.deleted_at', 'is', null)
    .where('counted_by', '=', window)
    .where('hour', '>=', from)
    .where('hour', '<', to);

/** The days (UTC) with downloads. */
export function sumByDay(database: Database, asked: AskedFigures) {
  return figuresOf(database, asked)
    .select(sql<string>`to_char(hour at time zone 'UTC', 'YYYY-MM-DD')`.as('day'))
    .groupBy('day')
    .execute();
}

/** The days (UTC) of which the log of another server was imported. */
export async function listImportedDays(
  database: Database,
  { from, to }: { from: string; to: string },
): Promise<Set<string>> {
  const rows = await database
    .selectFrom('imported_days')
    .select(sql<string>`to_char(day, 'YYYY-MM-DD')`.as('text'))
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute();
  return new Set(rows.map(({ text }) => text));
}

/** The episodes with downloads, those with the most first. */
export function sumByEpisode(database: Database, asked: AskedFigures) {
  return figuresOf(database, asked)
    .select(['episodes.episode_id', 'episodes.title'])
    .groupBy('episodes.episode_id')
    .orderBy('downloads', 'desc')
    .orderBy('episodes.episode_id')
    .execute();
}
