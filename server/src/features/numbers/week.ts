import type { Database } from '../../platform/database/database.ts';
import { addDays, startOf } from './days.ts';
import type { Window } from './method.ts';
import { listWeekEpisodes, listWeekNews, type WeekNews } from './weekly-mails-repository.ts';

const TOP_EPISODES = 3;
const MAX_SHOWS = 20; // so that a mail stays readable

export interface WeekShow extends WeekNews {
  title: string;
  downloads: number;
  before: number;
  /** The most downloaded ones of the week. */
  episodes: { title: string; downloads: number }[];
}

export interface Week {
  /** The first and the last day (UTC). */
  from: string;
  to: string;
  /** The shows with downloads in the week, those with the most first. */
  shows: WeekShow[];
}

/** The week (UTC) before a Monday, for a user who owns or edits shows. */
export async function readWeek(
  database: Database,
  userId: number,
  { monday, window }: { monday: string; window: Window },
): Promise<Week> {
  const from = addDays(monday, -7);
  const week = { from: new Date(startOf(from)), to: new Date(startOf(monday)) };
  const before = new Date(startOf(addDays(from, -7)));
  const shows = new Map<number, Omit<WeekShow, keyof WeekNews>>();
  for (const row of await listWeekEpisodes(database, userId, { ...week, before, window })) {
    const show = shows.get(row.show_id) ?? NO_DOWNLOADS;
    const { title, downloads } = row;
    shows.set(row.show_id, {
      title: row.show,
      downloads: show.downloads + downloads,
      before: show.before + row.before,
      episodes: downloads > 0 ? [...show.episodes, { title, downloads }] : show.episodes,
    });
  }
  const busiest = [...shows]
    .filter(([, { downloads }]) => downloads > 0)
    .sort(([, a], [, b]) => b.downloads - a.downloads)
    .slice(0, MAX_SHOWS);
  const ids = busiest.map(([id]) => id);
  const news = new Map(
    (await listWeekNews(database, ids, week)).map((row) => [row.show_id, row] as const),
  );
  return {
    from,
    to: addDays(monday, -1),
    shows: busiest.flatMap(([id, { episodes, ...show }]) => {
      const own = news.get(id);
      return own ? [{ ...own, ...show, episodes: episodes.slice(0, TOP_EPISODES) }] : [];
    }),
  };
}

const NO_DOWNLOADS = { downloads: 0, before: 0, episodes: [] };
