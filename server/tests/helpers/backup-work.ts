import { readConfig } from '../../src/config.ts';
import type { FeatureDeps } from '../../src/feature.ts';
import { backupTasks } from '../../src/features/backups/jobs.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { jobs } from '../../src/platform/jobs/jobs.ts';
import { collectTasks } from '../../src/platform/jobs/task.ts';
import { startWorker } from '../../src/platform/jobs/worker.ts';
import { openMediaStore } from '../../src/platform/storage/open-media-store.ts';

// A worker that makes backups, in a process of its own, with a quick heartbeat. It ends when it is killed.
const config = readConfig(process.env);
const report = (level: string, message: string) => process.stderr.write(`${level}: ${message}\n`);
const { database, retry, listen, locks, connectionString } = await openDatabase({
  ...config,
  report,
});
const deps = {
  config,
  database,
  databaseAddress: connectionString,
  locks,
  jobs,
  store: await openMediaStore(config),
} as FeatureDeps;
startWorker({
  database,
  retry,
  listen,
  tasks: collectTasks<FeatureDeps>([backupTasks]),
  deps,
  report,
  beatEveryMs: 200,
  silentAfterMs: 2_000,
});
