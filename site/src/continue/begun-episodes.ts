import { listeningProgress } from 'earshot';
import type { Episode } from 'earshot/contract';
import { type LoadEpisode, loadHeard } from './heard-episodes.ts';

const SHELF_EPISODES = 6;

/** The ids of the episodes that are begun and not finished, the latest first. */
export function begunIds(): number[] {
  return listeningProgress()
    .list()
    .filter(({ position }) => position > 0)
    .map(({ episode_id }) => episode_id);
}

/** The episodes for the shelf. Those that no longer exist are forgotten. */
export async function loadBegun(load: LoadEpisode): Promise<Episode[]> {
  const found: Episode[] = [];
  const ids = begunIds();
  while (ids.length > 0 && found.length < SHELF_EPISODES) {
    const next = ids.splice(0, SHELF_EPISODES - found.length);
    const episodes = await Promise.all(next.map((id) => loadHeard(id, load)));
    found.push(...episodes.filter((episode) => episode !== null));
  }
  return found;
}
