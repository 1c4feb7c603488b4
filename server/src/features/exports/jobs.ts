import type { Tasks } from '../../feature.ts';
import { archiveAccount, sweepArchives } from './archive-account.ts';

declare module '../../platform/jobs/task.ts' {
  interface TaskPayloads {
    archive_account: { userId: number };
    sweep_archives: Record<string, never>;
  }
}

const DAY_MINUTES = 24 * 60;

export const exportTasks: Tasks = {
  archive_account: {
    lane: 'copies',
    run: ({ userId }, { deps, signal }) => archiveAccount(deps, { userId, signal }),
  },
  sweep_archives: { run: (_payload, { deps }) => sweepArchives(deps), everyMinutes: DAY_MINUTES },
};
