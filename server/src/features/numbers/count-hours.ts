import type { Database } from '../../platform/database/database.ts';
import { countDownloads } from './count-downloads.ts';
import { type DownloadHour, listAsked, listRequests, type Period } from './count-repository.ts';
import { DAY_MS, dayOf, startOf } from './days.ts';
import { readFiles } from './files-repository.ts';
import { METHOD, WINDOWS } from './method.ts';

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * DAY_MS;
const MONDAY_MS = 4 * DAY_MS; // 5 January 1970

/** The first millisecond of the hour of a time. */
export const startOfHour = (time: Date): Date =>
  new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS);

/**
 * Counts the hours of a time from the log, by each window. Whether a window is open depends on all earlier requests of
 * its listener, so each week (UTC, from Monday) is counted with the rows of the week before: an hour has one result, in
 * whatever period it is counted. The rows of the day after the week complete its last downloads.
 * @param period whole hours
 */
export async function countHours(
  database: Database,
  period: Period,
  signal?: AbortSignal,
): Promise<DownloadHour[]> {
  const files = await readFiles(database);
  const hours: DownloadHour[] = [];
  for (const { own, read } of weeksOf(period)) {
    for (const episodeId of await listAsked(database, own)) {
      signal?.throwIfAborted();
      const requests = await listRequests(database, episodeId, read);
      for (const window of WINDOWS) {
        const downloads = countDownloads(requests, { files, window }).filter(
          ({ at }) => at >= own.from.getTime() && at < own.to.getTime(),
        );
        for (const [hour, count] of countByHour(downloads)) {
          hours.push({
            episode_id: episodeId,
            counted_by: window,
            hour: new Date(hour),
            downloads: count,
            method: METHOD.version,
          });
        }
      }
    }
  }
  return hours;
}

function countByHour(downloads: readonly { at: number }[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { at } of downloads) {
    const hour = startOfHour(new Date(at)).getTime();
    counts.set(hour, (counts.get(hour) ?? 0) + 1);
  }
  return counts;
}

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
