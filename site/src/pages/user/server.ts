import type { Episode, Pager, Show, User } from 'earshot/contract';
import { cursorQuery } from '../../parts/cursor-query.ts';
import { readPage } from '../../parts/read-page.ts';
import { movedTo } from '../moved-to.ts';
import { definePage, type LoadedPage, type PageRequest, type Redirect } from '../site-page.tsx';
import { Page, type UserPageProps } from './page.tsx';
import { addressOf } from './user-address.ts';
import type { UserList } from './user-list.tsx';

const NO_SHOWS: UserList = { tab: 'shows', shows: { items: [], next_url: null } };

export const userPage = definePage({
  name: 'user',
  texts: ['people', 'explore'],
  async load(request) {
    const { params, query, data } = request;
    const { permalink = '' } = params;
    const blocked = await data.getBlockedUser(permalink);
    if (blocked) {
      const props = { user: blocked, list: NO_SHOWS, isFollowed: false, isBlocked: true };
      return { props, title: blocked.name, canonical: blocked.site_url };
    }
    const tab = query.get('tab');
    return tab === null ? loadShows(request, permalink) : loadTab(request, permalink, tab);
  },
  Page,
});

type Loaded = LoadedPage<UserPageProps> | Redirect;

async function loadShows(request: PageRequest, permalink: string): Promise<Loaded | null> {
  const { query, data } = request;
  const user = await data.getUser(permalink);
  if (!user) return null;
  const moved = movedTo('user', user.site_url, request);
  if (moved) return moved;
  const { cursor, ...shows } = await data.listUserShows(user.user_id, query.get('cursor'));
  const isFollowed = await data.isMarked({ kind: 'user', id: user.user_id });
  const list: UserList = { tab: 'shows', shows };
  const canonical = user.site_url + cursorQuery(cursor);
  return { props: { user, list, isFollowed, isBlocked: false }, title: user.name, canonical };
}

/**
 * Changes of these lists are not announced to all processes, so they are read only through the API: a page without
 * sources is never stored.
 */
async function loadTab(
  request: PageRequest,
  permalink: string,
  tab: string,
): Promise<Loaded | null> {
  const { api, query, data } = request;
  const { user } = await api.get<{ user: User }>('user', { user_id: permalink });
  const moved = movedTo('user', user.site_url, request);
  if (moved) return moved;
  const page = readPage(query);
  const list = await readTab(api, tab, { id: user.user_id, page });
  if (!list) return null;
  const isFollowed = await data.isMarked({ kind: 'user', id: user.user_id });
  const props = { user: publicFields(user), list, isFollowed, isBlocked: false };
  return { props, title: user.name, canonical: addressOf(user, list.tab, page) };
}

async function readTab(
  api: PageRequest['api'],
  tab: string,
  { id, page }: { id: number; page: number },
): Promise<UserList | null> {
  switch (tab) {
    case 'likes': {
      const { pager } = await api.get<{ pager: Pager<Episode> }>('likes', { user_id: id, page });
      return { tab, pager };
    }
    case 'favorites': {
      const asked = { user_permalink: id, page };
      const { pager } = await api.get<{ pager: Pager<Show> }>('favorites', asked);
      return { tab, pager };
    }
    case 'followings': {
      const { pager } = await api.get<{ pager: Pager<User> }>('followings', { user_id: id, page });
      return { tab, pager };
    }
    case 'fans': {
      const { pager } = await api.get<{ pager: Pager<User> }>('fans', { followed_id: id, page });
      return { tab, pager };
    }
    default:
      return null;
  }
}

/** The API sends users more about themselves than their page shows. */
const publicFields = (user: User): User => ({
  user_id: user.user_id,
  permalink: user.permalink,
  name: user.name,
  description: user.description,
  site_url: user.site_url,
  image_original_url: user.image_original_url,
  image_url: user.image_url,
});
