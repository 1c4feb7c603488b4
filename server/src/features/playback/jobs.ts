import type { Tasks } from '../../feature.ts';
import { deleteExpiredTokens } from './playback.ts';

declare module '../../platform/jobs/task.ts' {
  interface TaskPayloads {
    delete_playback_tokens: Record<string, never>;
  }
}

export const playbackTasks: Tasks = {
  delete_playback_tokens: {
    everyMinutes: 60,
    run: (_payload, { deps }) => deleteExpiredTokens(deps.database),
  },
};
