import type { Episode, Show } from 'earshot/contract';

export interface Catalogue {
  shows: readonly Show[];
  episodes: readonly Episode[];
}

const SHOWS_MAX = 10; // a large host has thousands

/**
 * The first shows of a host with their episodes, and the episode or show that `resource` names. Empty if the host does not
 * answer.
 */
export async function fetchCatalogue(apiUrl: string, resource = ''): Promise<Catalogue> {
  const read = async <Answer>(path: string) => {
    const answer = await fetch(apiUrl + path);
    return ((await answer.json()) as { response?: Answer }).response;
  };
  const items = async <Item>(path: string) => (await read<{ items: Item[] }>(path))?.items ?? [];
  try {
    const shows = (await items<Show>('/v2/shows')).slice(0, SHOWS_MAX);
    const lists = shows.map(({ show_id }) => items<Episode>(`/v2/shows/${show_id}/episodes`));
    const episodes = (await Promise.all(lists)).flat();
    const [kind, id] = resource.split('=');
    if (kind === 'episode_id' && !episodes.some(({ episode_id }) => String(episode_id) === id)) {
      const found = await read<{ episode: Episode }>(`/v2/episodes/${id}`);
      if (found) episodes.unshift(found.episode);
    }
    if (kind === 'show_id' && !shows.some(({ show_id }) => String(show_id) === id)) {
      const found = await read<{ show: Show }>(`/v2/shows/${id}`);
      if (found) shows.unshift(found.show);
    }
    return { shows, episodes };
  } catch {
    return { shows: [], episodes: [] }; // the page then says that there is nothing to show
  }
}
