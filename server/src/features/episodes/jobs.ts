import type { Tasks } from '../../feature.ts';
import { counted } from '../../platform/text/counted.ts';
import { purgeShows } from '../shows/shows.ts';
import { publishOverdue, publishScheduled } from './publish.ts';
import { purgeEpisodes } from './restore-episode.ts';

declare module '../../platform/jobs/task.ts' {
  interface TaskPayloads {
    publish_overdue: Record<string, never>;
    purge_deleted: Record<string, never>;
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
  purge_deleted: {
    everyMinutes: 24 * 60,
    async run(_payload, { deps, signal, report }) {
      const episodes = await purgeEpisodes(deps.database, { signal });
      const shows = await purgeShows(deps.database, { signal });
      if (episodes + shows > 0) {
        report(
          'info',
          `Removed ${counted(episodes, 'deleted episode')} and ${counted(shows, 'deleted show')}.`,
        );
      }
    },
  },
};
