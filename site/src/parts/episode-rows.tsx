import type { EpisodeBrief } from 'earshot/contract';
import { EpisodeRow } from './episode-row.tsx';

/** Episodes of several shows. */
export function EpisodeRows({ episodes }: { episodes: readonly EpisodeBrief[] }) {
  return (
    <ol className="site-rows">
      {episodes.map((episode) => (
        <EpisodeRow key={episode.episode_id} episode={episode} withShow />
      ))}
    </ol>
  );
}
