import type { Episode, ItemList, Show } from 'earshot/contract';
import type { EpisodeBrief, ShowBrief } from 'earshot/internal';
import type { LoadedPage, PageRequest } from '../site-page.tsx';
import type { HomePageProps } from './page.tsx';

const NEW_EPISODES = 12;
const FOLLOWED_SHOWS = 8;
const FAVOURITES = 5;
const SUGGESTED_SHOWS = 8;

/** What a listener comes back for. Who follows nothing yet gets suggestions. */
export async function loadHome(request: PageRequest): Promise<LoadedPage<HomePageProps> | null> {
  const { api, config, data, t } = request;
  if (!config.USER) return null;
  const { name, site_url, user_id } = config.USER;
  const [news, shows, users, likes] = await Promise.all([
    data.listNew(NEW_EPISODES),
    api.get<ItemList<Show>>('favorites', { user_permalink: user_id, limit: FOLLOWED_SHOWS }),
    api.get<ItemList<unknown>>('followings', { user_id, limit: 1 }),
    api.get<ItemList<Episode>>('likes', { user_id, limit: FAVOURITES }),
  ]);
  const isFollowing = shows.items.length > 0 || users.items.length > 0;
  const props = {
    name,
    site_url,
    news,
    isFollowing,
    shows: shows.items.map(toShowBrief),
    likes: likes.items.map(toEpisodeBrief),
    suggestions: isFollowing ? [] : await suggest(request),
  };
  return { props, title: t('home') };
}

/** The shows that many follow; the newest while nobody follows anything. */
async function suggest({ api, data }: PageRequest): Promise<ShowBrief[]> {
  const asked = { list_id: 'popular', limit: SUGGESTED_SHOWS };
  const { items } = await api.get<ItemList<Show>>('explore_list_items', asked);
  if (items.length > 0) return items.map(toShowBrief);
  return (await data.listShows(null)).items.slice(0, SUGGESTED_SHOWS);
}

// The page carries what it shows: texts can be long.
const toShowBrief = ({ description: _, ...show }: Show): ShowBrief => show;
const toEpisodeBrief = ({ description: _, chapters: __, ...episode }: Episode): EpisodeBrief =>
  episode;
