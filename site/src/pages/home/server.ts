import type { Episode, ItemList, Show } from 'earshot/contract';
import { toEpisodeBrief, toShowBrief } from '../../parts/briefs.ts';
import { listPopular } from '../show-lists.ts';
import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

const NEW_EPISODES = 12;
const FOLLOWED_SHOWS = 8;
const FAVOURITES = 5;
const SUGGESTED_SHOWS = 8;

export const homePage = definePage({
  name: 'home',
  access: 'member',
  texts: ['listening'],
  /** The news for a listener. Listeners who follow nothing yet get suggestions. */
  async load(request) {
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
      suggestions: isFollowing ? [] : await listPopular(request, SUGGESTED_SHOWS),
    };
    return { props, title: t('home') };
  },
  Page,
});
