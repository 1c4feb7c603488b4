import { ApiError } from 'earshot';
import type { Episode } from 'earshot/contract';

export type LoadEpisode = (episodeId: number) => Promise<Episode>;

/** The API is asked once for each episode that it has, however often the listener returns to a page. */
const known = new Map<number, Episode>();

/**
 * An episode that was played on this device. Null if the API has none, undefined if it was not reached. The place in it is kept:
 * a private episode needs the key of its link, and a deleted one may be restored.
 */
export async function loadHeard(
  id: number,
  load: LoadEpisode,
): Promise<Episode | null | undefined> {
  try {
    const episode = known.get(id) ?? (await load(id));
    known.set(id, episode);
    return episode;
  } catch (error) {
    return error instanceof ApiError && error.status === 404 ? null : undefined;
  }
}
