import { ApiError } from 'earshot';
import type { Episode, Show } from 'earshot/contract';
import { readId } from '../parts/read-id.ts';
import {
  definePage,
  type LoadedPage,
  type PageDefinition,
  type PageRequest,
  type SitePage,
} from './site-page.tsx';

type StudioPage<Props extends object> = Omit<PageDefinition<Props>, 'access' | 'sheet'>;

/** A page for authors. */
export function defineStudioPage<Props extends object>(page: StudioPage<Props>): SitePage {
  return definePage({ access: 'member', sheet: 'studio', ...page });
}

/** A page about a thing that its author edits. The title of the thing is that of the page. */
type PageAbout<Thing, Props extends object> = Omit<StudioPage<Props>, 'load'> & {
  load(thing: Thing, request: PageRequest): Promise<LoadedPage<Props>> | LoadedPage<Props>;
};

/** A page about the show in the address. Only editors get the fields of its feed. */
export function defineShowPage<Props extends object>({ load, ...page }: PageAbout<Show, Props>) {
  return defineStudioPage({
    ...page,
    async load(request) {
      const show_id = readId(request.params.show_id);
      if (show_id === null) return null;
      const { show } = await request.api.get<{ show: Show }>('show_v1', { show_id });
      if (show.complete === undefined) return null;
      return { title: show.title, ...(await load(show, request)) };
    },
  });
}

/** A page about the episode in the address. Only editors get its GUID. */
export function defineEpisodePage<Props extends object>({
  load,
  ...page
}: PageAbout<Episode, Props>) {
  return defineStudioPage({
    ...page,
    async load(request) {
      const episode_id = readId(request.params.episode_id);
      if (episode_id === null) return null;
      const { episode } = await request.api.get<{ episode: Episode }>('episode_v1', { episode_id });
      if (episode.guid === undefined) return null;
      return { title: episode.title, ...(await load(episode, request)) };
    },
  });
}

type AdminPage<Props extends object> = Omit<StudioPage<Props>, 'load'> & {
  load(request: PageRequest): Promise<LoadedPage<Props> | null>;
};

/** A page for administrators. */
export function defineAdminPage<Props extends object>({ load, ...page }: AdminPage<Props>) {
  return definePage({
    access: 'admin',
    sheet: 'studio',
    ...page,
    async load(request) {
      const loaded = await load(request);
      return loaded && { title: request.t('administration'), ...loaded };
    },
  });
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
