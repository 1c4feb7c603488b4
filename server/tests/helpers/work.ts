import { openDatabase } from '../../src/platform/database/database.ts';
import { collectTasks } from '../../src/platform/jobs/task.ts';
import { startWorker } from '../../src/platform/jobs/worker.ts';
import { testTasks, tickingTasks } from './test-tasks.ts';

// A worker in a process of its own, with a quick heartbeat, until it is killed or disconnected.
const { database, retry, listen, close } = await openDatabase({
  databaseUrl: process.argv[2] || null,
  dataDir: process.argv[3] ?? '',
  report: (level, message) => process.stderr.write(`${level}: ${message}\n`),
});
const worker = startWorker({
  database,
  retry,
  listen,
  tasks: collectTasks([testTasks, tickingTasks]),
  deps: { database },
  report: (level, message) => process.stderr.write(`${level}: ${message}\n`),
  beatEveryMs: 200,
  silentAfterMs: 2_000,
});
process.on('disconnect', async () => {
  await worker.stop();
  await close();
  process.exit(0);
});
process.send?.('working');
