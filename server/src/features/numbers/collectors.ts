import type { Download } from './count-downloads.ts';
import { dayOf } from './days.ts';
import { MAX_EPISODES } from './method.ts';

/** Names of listeners on a day: persons with one program who download more of a show than people can hear. */
export type Collectors = ReadonlySet<string>;

export const NO_COLLECTORS: Collectors = new Set();

/** The listener of a download on its day. */
const nameOf = ({ at, first }: Download): string => `${dayOf(at)} ${first.who} ${first.agent}`;

export const isCollected = (download: Download, collectors: Collectors): boolean =>
  collectors.size > 0 && collectors.has(nameOf(download));

/** Finds the collectors among the downloads of a show by one window. A listener downloads an episode once a day. */
export function createTally() {
  const counts = new Map<string, number>();
  return {
    add(download: Download) {
      const name = nameOf(download);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    collectors: (): Collectors =>
      new Set([...counts].filter(([, count]) => count > MAX_EPISODES).map(([name]) => name)),
  };
}
