import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { DatabaseUnavailable } from './database-unavailable.ts';
import type { ReplicaGate } from './replica-gate.ts';

/**
 * Answers that are the same for everybody may be made by a replica (`DATABASE_READ_URL`). Only the cache of answers uses
 * it, so this is the one place of the split: whoever has written is signed in, and an answer to a signed-in request is
 * made for that request, by the primary. So are jobs, sessions, flows of sign-in and everything else that is not public.
 */
export interface PublicReads extends Pick<ReplicaGate, 'onUp' | 'onDown' | 'onChange'> {
  /** Runs work that only reads. Its queries ask the replica, if the gate is open. */
  run<Result>(read: () => Promise<Result>): Promise<Result>;
  readonly lagMs: number;
  readonly isLost: boolean;
  readonly counts: Readonly<PublicReadCounts>;
}

/** Since the start of this process. */
export interface PublicReadCounts {
  /** Works whose queries only the replica has answered. */
  byReplica: number;
  /** Works of which the primary has answered a query. */
  byPrimary: number;
  /** Queries that failed on the replica, and were asked again. */
  failed: number;
}

interface PublicRead {
  /**
   * False as soon as one query has asked the primary: the replica is behind it, and later queries of the same answer must
   * not see an earlier state.
   */
  mayAskReplica: boolean;
  /** True for work that the answer has left behind, such as timers. */
  isOver: boolean;
}

const current = new AsyncLocalStorage<PublicRead>();
let users = 0;

/** Runs something that is no part of the answer, such as the accounting of a request. */
export const outsidePublicReads = <Result>(run: () => Result): Result => current.exit(run);

/** The public reads of a process, and the pool that leads their queries to the replica while the gate is open. */
export function createPublicReads(gate: ReplicaGate) {
  const counts: PublicReadCounts = { byReplica: 0, byPrimary: 0, failed: 0 };

  async function runOpen<Result>(read: () => Promise<Result>): Promise<Result> {
    const reading: PublicRead = { mayAskReplica: true, isOver: false };
    users += 1;
    try {
      return await current.run(reading, read);
    } finally {
      if (reading.mayAskReplica) counts.byReplica += 1;
      else counts.byPrimary += 1;
      reading.mayAskReplica = false;
      reading.isOver = true;
      users -= 1;
      if (users === 0) current.disable(); // tracking every promise of the process costs time
    }
  }

  const publicReads: PublicReads = {
    onUp: gate.onUp,
    onDown: gate.onDown,
    onChange: gate.onChange,
    async run(read) {
      const outer = current.getStore();
      if (outer && !outer.isOver) return read(); // part of another answer
      if (gate.isOpen()) return runOpen(read);
      counts.byPrimary += 1;
      return read();
    },
    get lagMs() {
      return gate.lagMs;
    },
    get isLost() {
      return gate.isLost;
    },
    counts,
  };

  /** Leads the queries of public reads to the replica, and all others to the primary. */
  function split(primary: PostgresPool, replica: PostgresPool): PostgresPool {
    return {
      async connect() {
        const reading = current.getStore();
        return reading?.mayAskReplica ? choose(reading, { primary, replica }) : primary.connect();
      },
      async end() {
        await Promise.all([primary.end(), replica.end()]);
      },
    };
  }

  function choose(
    reading: PublicRead,
    { primary, replica }: Record<'primary' | 'replica', PostgresPool>,
  ): PostgresPoolClient {
    let held: PostgresPoolClient | null = null; // on the primary

    async function askReplica(sql: string, parameters: readonly unknown[]) {
      const client = await replica.connect();
      try {
        return await client.query(sql, parameters);
      } finally {
        client.release();
      }
    }

    async function query(sql: string, parameters: readonly unknown[]) {
      if (!held && reading.mayAskReplica && READS.test(sql) && gate.isOpen()) {
        try {
          return await askReplica(sql, parameters);
        } catch (error) {
          // A conflict with a change, a lost server, a function that writes: the answer of the primary counts.
          counts.failed += 1;
          if (error instanceof DatabaseUnavailable) gate.onChange();
        }
      }
      reading.mayAskReplica = false;
      held ??= await primary.connect();
      return held.query(sql, parameters);
    }

    return {
      query: query as unknown as PostgresPoolClient['query'], // the overload for cursors is left out, as in the pool
      release: () => held?.release(),
    };
  }

  return { publicReads, split };
}

const READS = /^\s*(select|with)\b/i;
