import type { Tasks } from '../../feature.ts';
import { computePopularity } from './popularity.ts';

declare module '../../platform/jobs/task.ts' {
  interface TaskPayloads {
    compute_popularity: Record<never, never>;
  }
}

export const searchTasks: Tasks = {
  compute_popularity: {
    everyMinutes: 60,
    run: (_payload, { deps }) => computePopularity(deps.database),
  },
};
