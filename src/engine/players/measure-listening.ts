import type { Clock } from '../../lib/clock.ts';
import type { Scope } from '../../lib/scope.ts';
import type { Player } from '../player.ts';
import {
  type HeardPart,
  heardBetween,
  joinSeconds,
  quartilesReached,
  type Reading,
} from '../rules/heard-seconds.ts';

/** The parts of an episode that were heard since the report before. */
export interface ListeningReport {
  episodeId: number;
  /** Address of the episode in the API. */
  stationUrl: string | null;
  /** The first report about the episode on this page. */
  isStart: boolean;
  /** In order. Each second of an episode is reported once. */
  parts: readonly HeardPart[];
  /** The quartiles that have been reached since, from 1 to 4. */
  quartiles: readonly number[];
}

export interface ListeningPorts {
  readonly player: Pick<Player, 'getSnapshot' | 'getCurrentTime' | 'subscribe'>;
  readonly scope: Scope;
  /** Whether the listener may be measured. Seconds that were heard while it is false are never reported. */
  isAllowed(): boolean;
  /** Must not throw. */
  send(report: ListeningReport): void;
  readonly clock?: Clock;
}

const EVERY_MS = 60_000;
/** Parts of a report. Further ones wait for the next. */
const MAX_PARTS = 30;

interface Tally {
  readonly stationUrl: string | null;
  duration: number;
  readonly heard: Set<number>;
  readonly fresh: Set<number>;
  isStart: boolean;
  quartiles: number;
}

/** Reports what is heard: about once a minute, and when the sound stops, the episode changes or the page is left. */
export function measureListening(ports: ListeningPorts): void {
  const { player, scope, isAllowed, send, clock = performance } = ports;
  const tallies = new Map<number, Tally>();
  /** The snapshot's time is up to a second old. */
  const read = () => ({
    ...player.getSnapshot(),
    currentTime: player.getCurrentTime(),
    measuredAt: clock.now(),
  });
  let before = read();
  let reportedAt = before.measuredAt;

  function tallyOf({ currentId, duration }: Reading, stationUrl: string | null): Tally {
    const id = currentId ?? 0;
    const known = tallies.get(id) ?? {
      stationUrl,
      duration,
      heard: new Set(),
      fresh: new Set(),
      isStart: true,
      quartiles: 0,
    };
    tallies.set(id, known);
    known.duration = duration;
    return known;
  }

  function follow(): void {
    const [last, now] = [before, read()];
    before = now;
    const part = isAllowed() ? heardBetween(last, now) : null;
    if (part) {
      const { heard, fresh } = tallyOf(last, last.stationUrl);
      for (let second = part.from; second < part.to; second += 1) {
        if (!heard.has(second)) fresh.add(second);
        heard.add(second);
      }
    }
    const hasEnded = (last.playing && !now.playing) || last.currentId !== now.currentId;
    if (hasEnded || now.measuredAt - reportedAt >= EVERY_MS) report();
  }

  function report(): void {
    reportedAt = before.measuredAt;
    for (const [episodeId, tally] of tallies) {
      if (!isAllowed()) tally.fresh.clear();
      if (tally.fresh.size > 0) send(take(episodeId, tally));
    }
  }

  scope.add(player.subscribe(follow));
  const leave = () => {
    follow();
    report();
  };
  scope.listen(window, 'pagehide', leave);
  // A phone may end a page in the background without another event.
  scope.listen(document, 'visibilitychange', () => document.hidden && leave());
}

function take(episodeId: number, tally: Tally): ListeningReport {
  const { stationUrl, duration, heard, fresh, isStart, quartiles } = tally;
  const parts = joinSeconds(fresh).slice(0, MAX_PARTS);
  const end = parts.at(-1)?.to ?? 0;
  for (const second of fresh) if (second < end) fresh.delete(second);
  tally.isStart = false;
  tally.quartiles = quartilesReached(heard.size, duration);
  return {
    episodeId,
    stationUrl,
    isStart,
    parts,
    quartiles: [1, 2, 3, 4].filter((n) => n > quartiles && n <= tally.quartiles),
  };
}
