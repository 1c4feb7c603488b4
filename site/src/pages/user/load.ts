import { cursorQuery } from '../../parts/cursor-query.ts';
import type { LoadedPage, PageRequest } from '../site-page.tsx';
import type { UserPageProps } from './page.tsx';

export async function loadUser({
  params: { permalink = '' },
  query,
  data,
}: PageRequest): Promise<LoadedPage<UserPageProps> | null> {
  const user = await data.getUser(permalink);
  if (!user) return null;
  const { cursor, ...shows } = await data.listUserShows(user.user_id, query.get('cursor'));
  const canonical = user.site_url + cursorQuery(cursor);
  return { props: { user, shows }, title: user.name, canonical };
}
