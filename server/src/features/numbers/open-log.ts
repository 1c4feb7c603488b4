import type { FeatureDeps } from '../../feature.ts';
import { createClickHouseLog } from './clickhouse/clickhouse-log.ts';
import type { LogStore } from './log-store.ts';
import { createPostgresLog } from './postgres-log.ts';

/** The log of this host. Close it when it is no longer needed. */
export function openLog({ config, database }: Pick<FeatureDeps, 'config' | 'database'>): LogStore {
  const { numbersUrl: url } = config;
  return url === null ? createPostgresLog(database) : createClickHouseLog({ url, database });
}
