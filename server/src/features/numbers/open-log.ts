import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { createClickHouseLog } from './clickhouse/clickhouse-log.ts';
import { findFirstRow, listAsked, listRequests } from './count-repository.ts';
import { sumRequests } from './host-sums.ts';
import { dropBefore, insertBatch, makePartitions } from './log-repository.ts';
import type { LogStore } from './log-store.ts';
import { shortenNames } from './names-repository.ts';

/** The log of this host. Close it when it is no longer needed. */
export function openLog({ config, database }: Pick<FeatureDeps, 'config' | 'database'>): LogStore {
  const { numbersUrl: url } = config;
  return url === null ? createPostgresLog(database) : createClickHouseLog(url, database);
}

/** The log in the database of this host. */
export const createPostgresLog = (database: Database): LogStore => ({
  prepare: (days) => makePartitions(database, days),
  write: (batch) => insertBatch(database, batch),
  findFirst: () => findFirstRow(database),
  listAsked: (period) => listAsked(database, period),
  listRequests: (...asked) => listRequests(database, ...asked),
  sumRequests: (period) => sumRequests(database, period),
  shortenNames: (day) => shortenNames(database, day),
  dropBefore: (day) => dropBefore(database, day),
  async close() {},
});
