import { countDownloads, type Download } from './count-downloads.ts';
import { createAdder } from './count-parts.ts';
import { findKept } from './count-repository.ts';
import { DAY_MS, dayOf, startOf } from './days.ts';
import type { Figures } from './figures.ts';
import { readFiles } from './files-repository.ts';
import type { AskedEpisode, CountDeps, Period } from './log-store.ts';
import { WINDOWS, type Window } from './method.ts';
import { followRedirects } from './redirects.ts';
import { listImportedDays } from './repository.ts';

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * DAY_MS;
const MONDAY_MS = 4 * DAY_MS; // 5 January 1970

/** The first millisecond of the hour of a time. */
export const startOfHour = (time: Date): Date =>
  new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS);

/**
 * Counts a time from the log, by each window. Whether a window is open depends on all earlier requests of its listener,
 * so each week (UTC, from Monday) is counted with the rows of the week before: an hour has one result, in whatever
 * period it is counted. The rows of the day after the week complete its last downloads.
 * @param period whole hours. Figures of days are whole if it consists of whole days
 */
export async function countPeriod(
  { database, log }: CountDeps,
  period: Period,
  signal?: AbortSignal,
): Promise<Figures> {
  const files = await readFiles(database);
  const figures: Figures = { hours: [], episodeDays: [], showDays: [] };
  for (const week of weeksOf(period)) {
    const asked = await findKept(database, await log.listAsked(week.own));
    const importedDays = await listImportedDays(database, daysOf(week.read));
    for (const [showId, episodes] of byShow(asked)) {
      const byWindow = new Map(WINDOWS.map((window) => [window, createDays()]));
      for (const episode of episodes) {
        signal?.throwIfAborted();
        const logged = await log.listRequests(episode, week.read);
        const requests = followRedirects(logged, importedDays);
        for (const [window, showDays] of byWindow) {
          const downloads = countDownloads(requests, { files, window }).filter(
            ({ at }) => at >= week.own.from.getTime() && at < week.own.to.getTime(),
          );
          for (const download of downloads) showDays.add(download);
          if (episode.isKept) addEpisode(figures, episode.episodeId, window, downloads);
        }
      }
      for (const [counted_by, days] of byWindow) {
        for (const [day, sum] of days.sums()) {
          figures.showDays.push({ id: showId, counted_by, day, ...sum });
        }
      }
    }
  }
  return figures;
}

function addEpisode(
  figures: Figures,
  id: number,
  counted_by: Window,
  downloads: readonly Download[],
): void {
  const hours = new Map<number, number>();
  const days = createDays();
  for (const download of downloads) {
    const hour = startOfHour(new Date(download.at)).getTime();
    hours.set(hour, (hours.get(hour) ?? 0) + 1);
    days.add(download);
  }
  for (const [hour, count] of hours) {
    figures.hours.push({ id, counted_by, hour: new Date(hour), downloads: count });
  }
  for (const [day, { downloads: count, parts }] of days.sums()) {
    figures.episodeDays.push({ id, counted_by, day, downloads: count, parts });
  }
}

function createDays() {
  const days = new Map<string, ReturnType<typeof createAdder>>();
  return {
    add(download: Download) {
      const day = dayOf(download.at);
      const adder = days.get(day) ?? createAdder();
      days.set(day, adder);
      adder.add(download);
    },
    sums: () => [...days].map(([day, adder]) => [day, adder.sum()] as const),
  };
}

function byShow<Asked extends AskedEpisode>(asked: readonly Asked[]): Map<number, Asked[]> {
  const shows = new Map<number, Asked[]>();
  for (const episode of asked) {
    const own = shows.get(episode.showId);
    if (own) own.push(episode);
    else shows.set(episode.showId, [episode]);
  }
  return shows;
}

const daysOf = ({ from, to }: Period) => ({ from: dayOf(from), to: dayOf(to) });

/** The parts of a time that lie in one week, with the time whose rows they need. */
function* weeksOf({ from, to }: Period): Generator<{ own: Period; read: Period }> {
  for (let monday = mondayOf(from); monday < to.getTime(); monday += WEEK_MS) {
    yield {
      own: {
        from: new Date(Math.max(monday, from.getTime())),
        to: new Date(Math.min(monday + WEEK_MS, to.getTime())),
      },
      read: { from: new Date(monday - WEEK_MS), to: new Date(monday + WEEK_MS + DAY_MS) },
    };
  }
}

/** The first millisecond of the week (UTC) of a time. */
export function mondayOf(time: Date): number {
  const day = startOf(dayOf(time));
  return day - ((day - MONDAY_MS) % WEEK_MS);
}
