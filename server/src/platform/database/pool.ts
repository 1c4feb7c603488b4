import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { traced } from '../traces/spans.ts';
import { addCommitWork } from './before-commit.ts';
import { Connection } from './connection.ts';
import { type DatabaseServer, queryAddress } from './database-server.ts';
import { DatabaseUnavailable, translateLoss } from './database-unavailable.ts';
import { statementName } from './prepared.ts';
import type { Watch } from './watch.ts';

/** The part of a watch that a pool needs. */
type PoolWatch = Pick<Watch, 'events' | 'isLost' | 'check' | 'suspect' | 'answered'>;

const CONNECT_WITHIN_MS = 5_000; // includes the wait for a free connection
const STATEMENT_TIMEOUT_MS = 15_000; // the server cancels a statement that runs longer
const SLOW_MS = 1_500; // a query that runs longer makes the watch check the server
const ANSWER_WITHIN_MS = 17_000; // without an answer until then, the connection is dead although the server lives
const CLOSE_WITHIN_MS = 3_000;

export interface PoolCounts {
  /** Open connections. */
  total: number;
  idle: number;
  /** Queries that wait for a connection. */
  waiting: number;
}

export interface Pool extends PostgresPool {
  counts(): PoolCounts;
}

/**
 * Connections for queries. If one breaks, its query fails with `DatabaseUnavailable`. While the database is
 * lost, every query fails at once, so that requests do not queue.
 */
export function createPool(
  server: DatabaseServer,
  watch: PoolWatch,
  size: number,
  answerWithinMs: number = ANSWER_WITHIN_MS,
): Pool {
  class PooledConnection extends Connection {
    constructor(config: pg.ClientConfig = {}) {
      super({ ...config, connectionString: queryAddress(server) });
      open.add(this);
      this.once('end', () => open.delete(this));
      this.on('error', watch.suspect);
    }
  }
  const open = new Set<Connection>();
  const busySince = new Map<pg.PoolClient, number>();
  const pool = new pg.Pool({
    max: size,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    // PgBouncer refuses connections with other settings than its own.
    ...(server.pooler ? {} : { statement_timeout: STATEMENT_TIMEOUT_MS }),
    Client: PooledConnection,
  });
  pool.on('error', () => {}); // its connections report their errors themselves
  pool.on('acquire', (client) => busySince.set(client, performance.now()));
  pool.on('release', (_error, client) => busySince.delete(client));

  const cutAll = () => {
    for (const connection of open) connection.cut();
  };
  watch.events.on('lost', cutAll);

  // A frozen server sends no error. The first in the map has run for the longest time.
  const slowCheck = setInterval(() => {
    const [oldest] = busySince.values();
    if (oldest !== undefined && performance.now() - oldest > SLOW_MS) watch.check().catch(() => {});
  }, SLOW_MS / 3);
  slowCheck.unref();

  return {
    async connect() {
      if (watch.isLost()) throw new DatabaseUnavailable('The database does not answer.');
      try {
        const options = { watch, answerWithinMs, mayPrepare: server.pooler === null };
        return guard(await pool.connect(), options);
      } catch (error) {
        const translated = translateLoss(error);
        if (translated instanceof DatabaseUnavailable) watch.suspect(translated);
        throw translated;
      }
    },
    counts: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async end() {
      clearInterval(slowCheck);
      const timer = setTimeout(cutAll, CLOSE_WITHIN_MS);
      await pool.end();
      clearTimeout(timer);
    },
  };
}

/** The command alone: the text of a statement may hold a value. */
const spanName = (sql: string) => /\w+/.exec(sql)?.[0] ?? 'query';

interface Guard {
  watch: Pick<Watch, 'answered'>;
  answerWithinMs: number;
  /** False behind a pooler: the next transaction may have another session, without the prepared statement. */
  mayPrepare: boolean;
}

function guard(
  client: pg.PoolClient,
  { watch, answerWithinMs, mayPrepare }: Guard,
): PostgresPoolClient {
  const query = addCommitWork(async (sql, parameters) => {
    // A firewall may drop an idle connection silently.
    const timer = setTimeout(() => client instanceof Connection && client.cut(), answerWithinMs);
    try {
      const name = mayPrepare ? statementName(sql) : undefined;
      const values = [...parameters];
      const query = name ? { name, text: sql, values } : { text: sql, values };
      const result = await traced(spanName(sql), { 'db.system.name': 'postgresql' }, () =>
        client.query(query),
      );
      watch.answered();
      return result;
    } catch (error) {
      throw translateLoss(error);
    } finally {
      clearTimeout(timer);
    }
  });
  return {
    query: query as unknown as PostgresPoolClient['query'], // the overload for cursors is left out, because nothing uses it
    release: () => client.release(),
  };
}
