import type { FeatureDeps } from '../../feature.ts';
import type { LogStore } from './log-store.ts';
import { createPostgresLog } from './postgres-log.ts';

/** The log of this host. Close it when it is no longer needed. */
export const openLog = ({ database }: Pick<FeatureDeps, 'database'>): LogStore =>
  createPostgresLog(database);
