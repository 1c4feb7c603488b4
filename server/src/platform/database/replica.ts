import { EventEmitter } from 'node:events';
import { Connection } from './connection.ts';
import { type DatabaseServer, remoteServer } from './database-server.ts';
import { createPool } from './pool.ts';
import { createPublicReads } from './public-reads.ts';
import { createReplicaGate } from './replica-gate.ts';
import type { Report, Watch } from './watch.ts';

export interface ReplicaOptions {
  /** `DATABASE_READ_URL`. */
  address: string;
  poolSize: number;
  report: Report;
}

/**
 * A streaming replica for public reads. A host starts and runs without it: what cannot be read there is read from the
 * primary.
 */
export function openReplica(
  primary: DatabaseServer,
  { address, poolSize, report }: ReplicaOptions,
) {
  const events: Watch['events'] = new EventEmitter();
  const ofPrimary = createLogReader(() => primary.connectionString());
  const ofReplica = createLogReader(() => address);
  let origin = '';

  const gate = createReplicaGate({
    async readPrimary() {
      const read = await ofPrimary.read();
      origin = read.origin;
      return read.position;
    },
    async readReplica() {
      const read = await ofReplica.read();
      if (!read.isReplica) throw new Error('it is no replica: it accepts writes');
      if (read.origin !== origin) throw new Error('it is a replica of another database');
      return read.position;
    },
    report,
    onLost: () => events.emit('lost'),
  });
  const watch = {
    events,
    isLost: () => false, // the gate decides whether it is asked
    suspect: gate.onChange,
    check: async () => gate.onChange(),
    answered() {},
  };
  const pool = createPool(remoteServer(address), watch, poolSize);
  const { publicReads, split } = createPublicReads(gate);
  return {
    publicReads,
    split: (ownPool: Parameters<typeof split>[0]) => split(ownPool, pool),
    async close() {
      const closed = gate.close();
      ofPrimary.close();
      ofReplica.close();
      await closed;
    },
  };
}

/** Where a server is in the log of changes (WAL). */
interface LogPosition {
  /** Bytes since the beginning of the log: on a primary the end of all commits, on a replica the part that queries see. */
  position: bigint;
  isReplica: boolean;
  /** The same on a primary and all its replicas. */
  origin: string;
}

interface LogReader {
  /** Rejects if the server does not answer in time. The next call connects again. */
  read(): Promise<LogPosition>;
  close(): void;
}

const ANSWER_WITHIN_MS = 3_000;

/**
 * A commit is flushed before it is announced, except with `synchronous_commit = off`. Behind the flushed part are records
 * that no commit waits for, and that a replica receives up to 200 ms later.
 */
const POSITION = `
  select pg_is_in_recovery() as is_replica,
    (select system_identifier from pg_control_system()) || '/' || current_database() as origin,
    case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
      when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end - '0/0' as position`;

interface Row {
  is_replica: boolean;
  /** Null on a replica that has replayed nothing yet. */
  position: string | null;
  origin: string;
}

/** Reads the position of a server on a connection of its own, so that busy pools delay no answer. */
function createLogReader(address: () => string): LogReader {
  let opened: Promise<Connection> | null = null;
  let current: Connection | null = null;

  async function open(): Promise<Connection> {
    const connection = new Connection({
      connectionString: address(),
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      statement_timeout: ANSWER_WITHIN_MS, // refused by PgBouncer, which is wanted: it may lead to several servers
    });
    current = connection;
    connection.once('end', () => {
      if (current === connection) forget();
    });
    await connection.connect();
    return connection;
  }

  function forget(): void {
    current?.cut();
    current = null;
    opened = null;
  }

  return {
    async read() {
      try {
        opened ??= open();
        const { rows } = await (await opened).query<Row>(POSITION);
        const [row] = rows;
        return {
          position: BigInt(row?.position ?? 0),
          isReplica: row?.is_replica === true,
          origin: row?.origin ?? '',
        };
      } catch (error) {
        forget();
        throw error;
      }
    },
    close: forget,
  };
}
