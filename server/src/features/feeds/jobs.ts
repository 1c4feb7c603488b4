import type { Tasks } from '../../feature.ts';
import { onShowChanged } from '../shows/shows.ts';
import { announceFeed } from './announce-feed.ts';
import { pingPodcastIndex } from './podcast-index.ts';
import { pingHub } from './websub.ts';

declare module '../../platform/jobs/task.ts' {
  interface TaskPayloads {
    websub_ping: { show_id: number };
    podcast_index_ping: { show_id: number };
  }
}

onShowChanged(announceFeed);

export const feedTasks: Tasks = {
  websub_ping: { lane: 'remote', run: ({ show_id }, { deps }) => pingHub(deps.config, show_id) },
  podcast_index_ping: {
    lane: 'remote',
    run: ({ show_id }, { deps }) => pingPodcastIndex(deps.config, show_id),
  },
};
