import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../start-error.ts';
import { probe } from './connection.ts';
import { type DatabaseServer, queryAddress } from './database-server.ts';
import { DatabaseUnavailable } from './database-unavailable.ts';

const READY_WITHIN_MS = 1_500; // readiness must be answered within 2 s
const LOST_AFTER_MS = 3_000; // a busy machine may take a second for a new connection
const RETRY_MS = 250;
const GIVE_UP_AFTER_MS = 30_000;
const QUIET_MS = 10_000;

export type Report = (level: 'error' | 'warn' | 'info', message: string) => void;

export interface WatchOptions {
  report: Report;
  /** Called once if no server runs and none could be started for 30 s. */
  onGivenUp(reason: Error): void;
}

/** Checks whether the database answers, and brings it back if it does not. */
export interface Watch {
  readonly events: EventEmitter<{ lost: []; back: [] }>;
  isLost(): boolean;
  /** Rejects with `DatabaseUnavailable` within 2 s if the database does not answer. */
  check(): Promise<void>;
  /** Called when a connection breaks. Checks whether the server still runs. */
  suspect(cause: Error): void;
  /** Called when a query is answered: the server runs, even if a new connection takes long. */
  answered(): void;
  /** Queries the database, and resolves when it answers. Rejects if it was given up. */
  whenBack(): Promise<void>;
  close(): Promise<void>;
}

export function watchServer(server: DatabaseServer, { report, onGivenUp }: WatchOptions): Watch {
  const events = new EventEmitter<{ lost: []; back: [] }>().setMaxListeners(0);
  let asking: Promise<void> | null = null;
  let recovery: Promise<void> | null = null;
  let givenUp: Error | null = null;
  let isClosed = false;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let reportedAt = Number.NEGATIVE_INFINITY;

  const isLost = () => recovery !== null || givenUp !== null;

  /** Simultaneous callers share one query. */
  function ask(): Promise<void> {
    if (isLost()) return Promise.reject(unavailable());
    asking ??= askServer().finally(() => {
      asking = null;
    });
    return asking;
  }

  async function askServer(): Promise<void> {
    const askedAt = performance.now();
    try {
      await probeAgain(queryAddress(server)).catch((error) => {
        if (answeredAt < askedAt) throw error;
      });
      await server.restore(); // this may need a connection that broke, although the server runs
    } catch (cause) {
      if (!isClosed && !isLost()) lose(cause);
      throw unavailable(cause);
    }
  }

  function lose(cause: unknown): void {
    const reason = reasonOf(cause);
    report('error', `The database does not answer (${reason}). Requests get 503 until it is back.`);
    recovery = recover();
    events.emit('lost');
  }

  async function recover(): Promise<void> {
    const lostAt = performance.now();
    const seconds = () => ((performance.now() - lostAt) / 1000).toFixed(1);
    while (!isClosed && !givenUp) {
      try {
        await server.restore();
        await probe(queryAddress(server), LOST_AFTER_MS);
        break;
      } catch (error) {
        const isOver = performance.now() - lostAt > GIVE_UP_AFTER_MS;
        if (isOver && error instanceof StartError) givenUp = error;
      }
      await sleep(RETRY_MS);
    }
    recovery = null;
    if (givenUp) return onGivenUp(givenUp);
    if (isClosed) return;
    report('info', `The database answers again after ${seconds()} s.`);
    events.emit('back');
  }

  function suspect(cause: Error): void {
    if (isClosed || isLost()) return;
    ask().then(
      () => {
        if (performance.now() - reportedAt < QUIET_MS) return;
        reportedAt = performance.now();
        report('warn', `A connection to the database broke (${reasonOf(cause)}); new ones work.`);
      },
      () => {}, // reported as a loss
    );
  }

  server.onBroken(suspect);
  return {
    events,
    isLost,
    check: () => within(ask(), READY_WITHIN_MS),
    suspect,
    answered() {
      answeredAt = performance.now();
    },
    async whenBack() {
      await ask().catch(() => recovery);
      if (givenUp) throw givenUp;
    },
    async close() {
      isClosed = true;
      await asking?.catch(() => {});
      await recovery;
    },
  };
}

/** If an administrator ends all connections, that of the first query may be among them. */
async function probeAgain(connectionString: string): Promise<void> {
  const startedAt = performance.now();
  await probe(connectionString, LOST_AFTER_MS).catch((error) => {
    if (performance.now() - startedAt > RETRY_MS) throw error;
    return probe(connectionString, LOST_AFTER_MS);
  });
}

function unavailable(cause?: unknown): DatabaseUnavailable {
  return new DatabaseUnavailable('The database does not answer.', { cause });
}

function within(promise: Promise<void>, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(unavailable()), timeoutMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return message || code || String(error); // a refused connection to several addresses has no message
}
