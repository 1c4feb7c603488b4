import { cursorQuery } from '../../parts/cursor-query.ts';
import type { LoadedPage, PageRequest } from '../site-page.tsx';
import type { LandingPageProps } from './page.tsx';

const LATEST_EPISODES = 8;

export async function loadLanding({
  query,
  data,
}: PageRequest): Promise<LoadedPage<LandingPageProps>> {
  const [{ cursor, ...shows }, latest] = await Promise.all([
    data.listShows(query.get('cursor')),
    data.listLatest(LATEST_EPISODES),
  ]);
  return { props: { shows, latest }, canonical: `/${cursorQuery(cursor)}` };
}
