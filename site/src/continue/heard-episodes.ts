import { ApiError } from 'earshot';
import type { Episode } from 'earshot/contract';

export type LoadEpisode = (episodeId: number) => Promise<Episode>;

/** The API is asked once for each episode, however often the listener returns to a page. Null for one that it does not have. */
const known = new Map<number, Episode | null>();

/**
 * An episode that was played on this device. Null if the API has none, undefined if it was not reached. The place in it is kept:
 * a private episode needs the key of its link, and a deleted one may be restored.
 */
export async function loadHeard(
  id: number,
  load: LoadEpisode,
): Promise<Episode | null | undefined> {
  try {
    if (!known.has(id)) known.set(id, await load(id));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) known.set(id, null);
  }
  return known.get(id);
}
