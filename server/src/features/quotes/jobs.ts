import type { Tasks } from '../../feature.ts';
import { onShowChanged } from '../shows/shows.ts';
import { askForPlaces } from './ask-for-places.ts';
import { placeQuotes } from './place-quotes.ts';
import { listMoved } from './repository.ts';

declare module '../../platform/jobs/task.ts' {
  interface TaskPayloads {
    /** Places the quotes of an episode whose audio or transcript has changed. */
    place_quotes: { episode_id: number };
    place_moved_quotes: Record<never, never>;
  }
}

onShowChanged(async (deps, transaction, showId) => {
  for (const episodeId of await listMoved(transaction, { showId }))
    await askForPlaces(deps, transaction, episodeId);
});

export const quoteTasks: Tasks = {
  place_quotes: {
    run: ({ episode_id }, { deps, signal }) => placeQuotes(deps, episode_id, signal),
  },
  // A trigger counts every change of an episode, including those that are not announced, such as of unlisted ones.
  place_moved_quotes: {
    everyMinutes: 1,
    async run(_payload, { deps }) {
      for (const episodeId of await listMoved(deps.database))
        await askForPlaces(deps, deps.database, episodeId);
    },
  },
};
