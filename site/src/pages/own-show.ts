import { ApiError } from 'earshot';
import type { Episode, Show } from 'earshot/contract';
import { readId } from '../parts/read-id.ts';
import type { PageRequest } from './site-page.tsx';

/** The show in the address. Null if the viewer may not edit it: only editors get the fields of its feed. */
export async function loadOwnShow({ api, params }: PageRequest): Promise<Show | null> {
  const show_id = readId(params.show_id);
  if (show_id === null) return null;
  const { show } = await api.get<{ show: Show }>('show_v1', { show_id });
  return show.complete === undefined ? null : show;
}

/** The episode in the address. Null if the viewer may not edit it. */
export async function loadOwnEpisode({ api, params }: PageRequest): Promise<Episode | null> {
  const episode_id = readId(params.episode_id);
  if (episode_id === null) return null;
  const { episode } = await api.get<{ episode: Episode }>('episode_v1', { episode_id });
  return episode.guid === undefined ? null : episode;
}

/** The id in `?deleted=`. Null if it is back: the address stays in the history of the browser. */
export async function readDeleted(
  { api, query }: Pick<PageRequest, 'api' | 'query'>,
  kind: 'show' | 'episode',
): Promise<number | null> {
  const id = readId(query.get('deleted') ?? '');
  if (id === null) return null;
  try {
    await api.get(`${kind}_v1`, { [`${kind}_id`]: id });
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return id;
    throw error;
  }
}
