import type { LoadedPage, PageRequest } from '../site-page.tsx';
import type { UserPageProps } from './page.tsx';

export async function loadUser({
  params: { permalink = '' },
  data,
}: PageRequest): Promise<LoadedPage<UserPageProps> | null> {
  const user = await data.getUser(permalink);
  if (!user) return null;
  const shows = await data.listUserShows(user.user_id);
  return { props: { user, shows }, title: user.name, canonical: user.site_url };
}
