import type { Tasks } from '../../feature.ts';
import { deleteOldPreviews, updateImport } from './import-records.ts';
import { keepEarlierPlayersOnce } from './played-episodes.ts';

declare module '../../platform/jobs/task.ts' {
  interface TaskPayloads {
    import_feed: { importId: number };
    forget_imports: Record<never, never>;
    keep_earlier_players: Record<never, never>;
  }
}

export const importTasks: Tasks = {
  import_feed: {
    lane: 'copies',
    async run({ importId }, { deps, signal, isLastAttempt }) {
      try {
        const { runImport } = await import('./run-import.ts'); // it loads the audio readers
        await runImport(deps, { importId, signal });
      } catch (error) {
        if (isLastAttempt && !signal.aborted) {
          const words = 'Something went wrong on our side. Please start the import again.';
          await updateImport(deps.database, importId, { state: 'failed', error: words });
        }
        throw error;
      }
    },
  },
  forget_imports: {
    everyMinutes: 24 * 60,
    run: (_payload, { deps }) => deleteOldPreviews(deps.database),
  },
  keep_earlier_players: {
    everyMinutes: 24 * 60,
    run: (_payload, { deps }) => keepEarlierPlayersOnce(deps.database),
  },
};
