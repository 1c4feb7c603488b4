import type { Tasks } from '../../feature.ts';
import { removeOld } from './repository.ts';

declare module '../../platform/jobs/task.ts' {
  interface TaskPayloads {
    forget_acts: Record<string, never>;
  }
}

const KEPT_DAYS = 90;
const BATCH = 5_000;

export const auditTasks: Tasks = {
  forget_acts: {
    everyMinutes: 24 * 60,
    async run(_payload, { deps, signal }) {
      let removed = BATCH;
      while (removed === BATCH) {
        signal.throwIfAborted();
        removed = await removeOld(deps.database, { days: KEPT_DAYS, limit: BATCH });
      }
    },
  },
};
