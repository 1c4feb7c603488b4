import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';

/** The worker does its own reporting. */
export const silentLogger = new Logger(() => () => {});

/**
 * Migrates the tables of graphile-worker, in the schema `graphile_worker`, to the version of this program. The caller
 * ensures that one process at a time does it.
 */
export async function prepareJobTables(pool: pg.Pool): Promise<void> {
  const ignore = () => {};
  pool.on('error', ignore).on('connect', ignore); // otherwise graphile-worker adds its own listeners and warns
  await runMigrations({ pgPool: pool, logger: silentLogger });
}
