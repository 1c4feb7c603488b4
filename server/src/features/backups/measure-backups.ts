import type { Config } from '../../config.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { readBackupHealth } from './backups.ts';

/** Measures the last good backup of a host that makes backups on its own. */
export function measureBackups(
  metrics: Metrics,
  { config: { backups }, database }: { config: Pick<Config, 'backups'>; database: Database },
): void {
  if (!backups) return;
  const read = () => readBackupHealth({ backups, database, now: new Date() });
  metrics.gauges({
    name: 'earshot_backup_age_seconds',
    help: 'Time since the last good backup, or since the beginning of the schedule. The same in every process.',
    labels: [],
    async read() {
      const health = await read();
      return health ? [{ labels: {}, value: health.ageMs / 1_000 }] : [];
    },
  });
  metrics.gauges({
    name: 'earshot_backup_bytes',
    help: 'Size of the last good backup. 0 if there is none.',
    labels: [],
    async read() {
      const health = await read();
      return health ? [{ labels: {}, value: health.bytes }] : [];
    },
  });
}
