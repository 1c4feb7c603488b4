import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from './watch.ts';

/** The time in milliseconds, and a wait. */
export interface GateClock {
  now(): number;
  wait(ms: number): Promise<void>;
}

const SYSTEM_CLOCK: GateClock = {
  now: () => performance.now(),
  wait: (ms) => sleep(ms, undefined, { ref: false }),
};

export interface ReplicaGateOptions {
  /** A position in the primary's log (WAL), in bytes. All commits before the call are in front of it. */
  readPrimary(): Promise<bigint>;
  /** The position up to which the replica shows everything. Rejects if the replica cannot be used. */
  readReplica(): Promise<bigint>;
  report: Report;
  /** The replica does not answer. */
  onLost(): void;
  clock?: GateClock;
}

/**
 * Whether the replica may be asked. It may, while it is known to show every change that this process knows of, and to be
 * at most `MAX_LAG_MS` behind.
 */
export interface ReplicaGate {
  isOpen(): boolean;
  /** From now on every change is heard. The first call begins to follow the replica. */
  onUp(): void;
  /** From now on changes may be missed, and the replica may lack them unnoticed. */
  onDown(): void;
  /** Something was committed. The gate is closed until the replica shows it. Also for a doubt whether the replica lives. */
  onChange(): void;
  /** The milliseconds by which the replica was behind when it was last asked. They grow while it does not catch up. */
  readonly lagMs: number;
  /** True if the replica does not answer, or is too far behind. */
  readonly isLost: boolean;
  close(): Promise<void>;
}

/** A replica that is further behind is not asked. Changes that no trigger announces are seen this late at most. */
export const MAX_LAG_MS = 5_000;
const ASK_EVERY_MS = 1_000;
const REST_MS = 20; // changes come in crowds, such as those of an import
const POLL_FROM_MS = 2; // a replica in the same room needs about a millisecond
const POLL_TO_MS = 100;

/**
 * Follows a replica. After each change it asks the primary for its position in the log, and then the replica until it has
 * reached that position. The position of a commit is before the answer, because the change was heard after the commit:
 * a notification cannot carry it, since a transaction does not know where its commit will be.
 */
export function createReplicaGate({
  readPrimary,
  readReplica,
  report,
  onLost,
  clock = SYSTEM_CLOCK,
}: ReplicaGateOptions): ReplicaGate {
  let changes = 0; // heard so far
  let shown = { changes: -1, at: Number.NEGATIVE_INFINITY }; // the newest moment that the replica is known to show
  let lastLagMs = 0;
  let waitingSince: number | null = null;
  let trouble: string | null = null;
  let isUp = false;
  let isClosed = false;
  let following: Promise<void> | null = null;
  let wake = () => {};
  let stop = () => {};

  function complain(reason: string): void {
    if (trouble === null) {
      report(
        'warn',
        `The replica at DATABASE_READ_URL is not asked (${reason}). The primary answers public reads until it is back.`,
      );
    }
    trouble = reason;
  }

  function see(moment: typeof shown): void {
    shown = moment;
    lastLagMs = clock.now() - moment.at;
    if (trouble !== null) report('info', 'The replica at DATABASE_READ_URL is asked again.');
    trouble = null;
  }

  /** False if the gate was closed for good meanwhile. */
  async function reach(position: bigint, askedAt: number): Promise<boolean> {
    for (let pause = POLL_FROM_MS; !isClosed; pause = Math.min(2 * pause, POLL_TO_MS)) {
      if ((await readReplica()) >= position) return true;
      if (clock.now() - askedAt > MAX_LAG_MS) {
        complain(`it is more than ${MAX_LAG_MS / 1_000} s behind`);
      }
      await clock.wait(pause);
    }
    return false;
  }

  /** True if the replica shows all that was committed before the call. */
  async function look(): Promise<boolean> {
    const moment = { changes, at: clock.now() };
    waitingSince = moment.at;
    try {
      const position = await readPrimary().catch(() => null); // the watch reports a lost primary
      if (position === null || !(await reach(position, moment.at))) return false;
      see(moment);
      return true;
    } catch (error) {
      shown = { ...shown, changes: -1 };
      if (isClosed) return false;
      complain((error as Error).message || String(error));
      onLost();
      return false;
    } finally {
      waitingSince = null;
    }
  }

  /** Ends early when a change is heard, but a change does not bring a lost replica back. */
  function pause(isShown: boolean): Promise<void> {
    return new Promise((resolve) => {
      stop = resolve;
      wake = isShown ? resolve : () => {};
      clock.wait(ASK_EVERY_MS - REST_MS).then(resolve);
    });
  }

  async function follow(): Promise<void> {
    while (!isClosed) {
      const isShown = await look();
      await clock.wait(REST_MS);
      const isBehind = isShown && shown.changes !== changes;
      if (!isClosed && !isBehind) await pause(isShown);
    }
  }

  return {
    isOpen: () => isUp && shown.changes === changes && clock.now() - shown.at <= MAX_LAG_MS,
    onUp() {
      isUp = true;
      changes += 1; // those that were missed
      following ??= follow();
      wake();
    },
    onDown() {
      isUp = false;
    },
    onChange() {
      changes += 1;
      wake();
    },
    get lagMs() {
      const waitedMs = waitingSince === null ? 0 : clock.now() - waitingSince;
      return Math.max(lastLagMs, waitedMs);
    },
    get isLost() {
      return trouble !== null;
    },
    async close() {
      isClosed = true;
      stop();
      await following;
    },
  };
}
