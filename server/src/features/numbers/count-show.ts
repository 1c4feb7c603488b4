import {
  type CountedFile,
  countListeners,
  type Download,
  groupByListener,
  type LoggedRequest,
} from './count-downloads.ts';
import { createAdder, type Figures } from './count-parts.ts';
import { addDays, dayOf, startOf, startOfHour } from './days.ts';
import type { AskedEpisode, Period } from './log-store.ts';
import { MAX_EPISODES, WINDOWS, type Window } from './method.ts';

/** The days (UTC) that a time touches, as a whole. */
export const wholeDays = ({ from, to }: Period): Period => ({
  from: new Date(startOf(dayOf(from))),
  to: new Date(startOf(addDays(dayOf(to.getTime() - 1), 1))),
});

/** An episode that was asked for, of the show that is counted. */
export interface CountedEpisode extends AskedEpisode {
  /** Whether it still exists. */
  isKept: boolean;
}

export interface ShowLog {
  /** The rows of an episode, in any order. They reach as far as windows can. */
  read(episode: CountedEpisode): Promise<readonly LoggedRequest[]>;
  files: ReadonlyMap<number, CountedFile>;
}

/**
 * Counts a show for a time, by each window. Rows of one episode at a time are in memory. Only if a listener has downloaded
 * more than anybody can hear, which the other episodes tell, the show is counted once more without those downloads.
 * @param episodes all that were asked for on the days of the time
 */
export async function countShow(
  episodes: readonly CountedEpisode[],
  log: ShowLog,
  own: Period,
): Promise<Figures> {
  if (episodes.length <= MAX_EPISODES) {
    return sumShow(episodes, log, { own, tallies: null, collectors: null });
  }
  const tallies = byWindow(createTally);
  const figures = await sumShow(episodes, log, { own, tallies, collectors: null });
  const collectors = byWindow((window) => tallies[window].collectors());
  const isPlausible = WINDOWS.every((window) => collectors[window].size === 0);
  return isPlausible ? figures : sumShow(episodes, log, { own, tallies: null, collectors });
}

type ByWindow<Value> = Record<Window, Value>;

const byWindow = <Value>(make: (window: Window) => Value): ByWindow<Value> => ({
  calendar: make('calendar'),
  rolling: make('rolling'),
  extending: make('extending'),
});

/** Names of listeners on a day: persons with one program who download more of a show than people can hear. */
type Collectors = ReadonlySet<string>;

/** The listener of a download on its day. */
const listenerOf = ({ at, first }: Download): string => `${dayOf(at)} ${first.who} ${first.agent}`;

/** Finds the collectors among the downloads of a show by one window. A listener downloads an episode once a day. */
function createTally() {
  const counts = new Map<string, number>();
  return {
    add(download: Download) {
      const name = listenerOf(download);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    collectors: (): Collectors =>
      new Set([...counts].filter(([, count]) => count > MAX_EPISODES).map(([name]) => name)),
  };
}

interface Summing {
  own: Period;
  /** Take all downloads of the days. */
  tallies: ByWindow<ReturnType<typeof createTally>> | null;
  /** Whose downloads are left out. */
  collectors: ByWindow<Collectors> | null;
}

async function sumShow(
  episodes: readonly CountedEpisode[],
  { read, files }: ShowLog,
  { own, tallies, collectors }: Summing,
): Promise<Figures> {
  const figures: Figures = { hours: [], episodeDays: [], showDays: [] };
  const days = wholeDays(own);
  const showDays = byWindow(createDays);
  for (const episode of episodes) {
    const listeners = groupByListener(await read(episode));
    for (const window of WINDOWS) {
      const ofDays = countListeners(listeners, { files, window }).filter(isWithin(days));
      for (const download of ofDays) tallies?.[window].add(download);
      const left = collectors?.[window];
      const downloads = ofDays.filter(isWithin(own)).filter((one) => !left?.has(listenerOf(one)));
      for (const download of downloads) showDays[window].add(download);
      if (!episode.isKept) continue;
      addEpisode(figures, { id: episode.episodeId, counted_by: window, downloads });
    }
  }
  for (const counted_by of WINDOWS) {
    for (const [day, sum] of showDays[counted_by].sums()) {
      const id = episodes[0]?.showId ?? 0;
      figures.showDays.push({ id, counted_by, day, ...sum });
    }
  }
  return figures;
}

const isWithin =
  ({ from, to }: Period) =>
  ({ at }: Download): boolean =>
    at >= from.getTime() && at < to.getTime();

function addEpisode(
  figures: Figures,
  { id, counted_by, downloads }: { id: number; counted_by: Window; downloads: Download[] },
): void {
  const hours = new Map<number, number>();
  const days = createDays();
  for (const download of downloads) {
    const hour = startOfHour(download.at).getTime();
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
