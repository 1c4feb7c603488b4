import { ApiError, listeningProgress } from 'earshot';
import type { Episode } from 'earshot/contract';

export type LoadEpisode = (episodeId: number) => Promise<Episode>;

/** Each episode is fetched once, however often the listener returns to a page. */
const known = new Map<number, Episode>();

/** An episode that was played on this device. A deleted one is dropped. */
export async function loadHeard(id: number, load: LoadEpisode): Promise<Episode | null> {
  try {
    const episode = known.get(id) ?? (await load(id));
    known.set(id, episode);
    return episode;
  } catch (error) {
    const isGone = error instanceof ApiError && error.status === 404;
    if (isGone) listeningProgress().remove(id);
    return null;
  }
}
