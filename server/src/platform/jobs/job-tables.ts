import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';

/** The worker reports what matters itself. */
export const silentLogger = new Logger(() => () => {});

/**
 * Brings the tables of graphile-worker, in the schema `graphile_worker`, to the version of this program.
 * The caller makes sure that one process at a time does it.
 */
export async function prepareJobTables(pool: pg.Pool): Promise<void> {
  const ignore = () => {};
  pool.on('error', ignore).on('connect', ignore); // else graphile-worker adds listeners of its own and warns
  await runMigrations({ pgPool: pool, logger: silentLogger });
}
