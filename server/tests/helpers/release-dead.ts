import { releaseSilent } from '../../src/platform/jobs/heartbeat.ts';
import type { TestDatabase } from './test-database.ts';

/**
 * Unlocks the jobs of killed workers, as the others do after a minute of silence. Call it while no worker lives.
 * The silence is tested in worker-processes.test.ts.
 */
export const releaseDead = ({ database }: Pick<TestDatabase, 'database'>) =>
  database.transaction().execute((transaction) => releaseSilent(transaction, 0));
