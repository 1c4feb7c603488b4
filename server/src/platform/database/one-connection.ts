import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { Connection } from './connection.ts';
import type { Schema } from './tables.ts';

const CONNECT_WITHIN_MS = 5_000;

/** A database on one separate connection without a watch, for a single task. */
export function openOneConnection(
  connectionString: string,
  { answerWithinMs = 0, statementTimeoutMs = 0, connectWithinMs = CONNECT_WITHIN_MS } = {},
) {
  const pool = new pg.Pool({
    query_timeout: answerWithinMs,
    statement_timeout: statementTimeoutMs, // 0 is not sent
    connectionString,
    max: 1,
    connectionTimeoutMillis: connectWithinMs,
    Client: Connection,
  });
  pool.on('error', () => {}); // the next query connects again
  return { pool, database: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }) };
}
