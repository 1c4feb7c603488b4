import type { Database } from '../database/database.ts';
import type { TasksFor } from '../jobs/task.ts';

declare module '../jobs/task.ts' {
  interface TaskPayloads {
    forget_counts: Record<never, never>;
  }
}

/** Removes the counts of windows that have ended. */
export const limitTasks: TasksFor<{ database: Database }> = {
  forget_counts: {
    everyMinutes: 10,
    async run(_payload, { deps }) {
      await deps.database
        .deleteFrom('rate_limits')
        .where('expire', '<', String(Date.now()))
        .execute();
    },
  },
};
