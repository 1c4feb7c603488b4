import type { Episode, ItemList, Pager, Show, ShowBrief, User } from 'earshot/contract';
import { LinkBelow } from '../../action.tsx';
import { Empty } from '../../parts/empty.tsx';
import { EpisodeRows } from '../../parts/episode-rows.tsx';
import { Pages } from '../../parts/pages.tsx';
import { Shows } from '../../parts/shows.tsx';
import { UserRow } from '../../parts/user-row.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { addressOf } from './user-address.ts';

/** One of the lists of a user. */
export type UserList =
  | { tab: 'shows'; shows: ItemList<ShowBrief> }
  | { tab: 'likes'; pager: Pager<Episode> }
  | { tab: 'favorites'; pager: Pager<Show> }
  | { tab: 'followings' | 'fans'; pager: Pager<User> };

const EMPTY = {
  likes: 'no_likes',
  favorites: 'no_favorites',
  followings: 'no_followings',
  fans: 'no_fans',
} as const;

export function UserListPanel({ user, list }: { user: User; list: UserList }) {
  const people = useTexts('people');
  if (list.tab === 'shows') return <UserShows user={user} shows={list.shows} />;
  const { tab, pager } = list;
  return (
    <>
      {pager.results.length === 0 && <Empty text={people(EMPTY[tab])} />}
      <Rows list={list} />
      <Pages pager={pager} hrefOf={(page) => addressOf(user, tab, page)} />
    </>
  );
}

function Rows({ list }: { list: Exclude<UserList, { tab: 'shows' }> }) {
  switch (list.tab) {
    case 'likes':
      return <EpisodeRows episodes={list.pager.results} />;
    case 'favorites':
      return <Shows shows={list.pager.results} />;
    case 'followings':
    case 'fans':
      return (
        <ul className="site-people">
          {list.pager.results.map((user) => (
            <UserRow key={user.user_id} user={user} />
          ))}
        </ul>
      );
    default:
      return list satisfies never;
  }
}

function UserShows({ user, shows }: { user: User; shows: ItemList<ShowBrief> }) {
  const { t } = useSite();
  const people = useTexts('people');
  return (
    <>
      {shows.items.length === 0 && <Empty text={people('no_shows')} />}
      <Shows shows={shows.items} />
      {shows.next_url && (
        <LinkBelow className="es-action site-more" href={user.site_url + shows.next_url}>
          {t('more_shows')}
        </LinkBelow>
      )}
    </>
  );
}
