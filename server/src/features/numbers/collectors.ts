import type { Download } from './count-downloads.ts';
import { dayOf } from './days.ts';
import { MAX_EPISODES } from './method.ts';

/** Names of listeners on a day: persons with one program who download more of a show than people can hear. */
export type Collectors = ReadonlySet<string>;

/** The listener of a download on its day. */
export const listenerOf = ({ at, first }: Download): string =>
  `${dayOf(at)} ${first.who} ${first.agent}`;

/** Finds the collectors among the downloads of a show by one window. A listener downloads an episode once a day. */
export function createTally() {
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
