import { Connection } from './connection.ts';

/** Where a server is in the log of changes (WAL). */
export interface LogPosition {
  /** Bytes since the beginning of the log: its end on a primary, the part that queries see on a replica. */
  position: bigint;
  isReplica: boolean;
  /** The same on a primary and all its replicas. */
  origin: string;
}

export interface LogReader {
  /** Rejects if the server does not answer in time. The next call connects again. */
  read(): Promise<LogPosition>;
  close(): void;
}

const ANSWER_WITHIN_MS = 3_000;

const POSITION = `
  select pg_is_in_recovery() as is_replica,
    case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end - '0/0' as position,
    (select system_identifier from pg_control_system()) || '/' || current_database() as origin`;

interface Row {
  is_replica: boolean;
  /** Null on a replica that has replayed nothing yet. */
  position: string | null;
  origin: string;
}

/** Reads the position of a server on a connection of its own, so that busy pools delay no answer. */
export function createLogReader(address: () => string): LogReader {
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
    connection.once('end', forget);
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
          position: withoutPageHeader(BigInt(row?.position ?? 0)),
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

const PAGE_BYTES = 8_192n; // XLOG_BLCKSZ
const HEADER_BYTES = [24n, 40n]; // of a page, and of the first page of a file

/**
 * The next record follows the header of its page. A replica that has replayed all earlier ones stands in front of the
 * header, and would seem to be behind until something is written.
 */
function withoutPageHeader(position: bigint): bigint {
  const offset = position % PAGE_BYTES;
  return HEADER_BYTES.includes(offset) ? position - offset : position;
}
