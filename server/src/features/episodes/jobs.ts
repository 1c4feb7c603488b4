import type { Tasks } from '../../feature.ts';
import { publishOverdue, publishScheduled } from './publish.ts';

declare module '../../platform/jobs/task.ts' {
  interface TaskPayloads {
    publish_overdue: Record<string, never>;
  }
}

export const episodeTasks: Tasks = {
  publish_episode: {
    run: ({ episode_id }, { deps }) => publishScheduled(deps, episode_id),
  },
  publish_overdue: {
    everyMinutes: 5,
    run: (_payload, { deps }) => publishOverdue(deps),
  },
};
