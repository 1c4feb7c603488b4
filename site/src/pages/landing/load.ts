import { cursorQuery } from '../../parts/cursor-query.ts';
import type { LoadedPage, PageRequest } from '../site-page.tsx';
import type { LandingPageProps } from './page.tsx';

const LATEST_EPISODES = 8;

export async function loadLanding({
  query,
  data,
  config,
  t,
}: PageRequest): Promise<LoadedPage<LandingPageProps>> {
  const [{ cursor, ...shows }, latest, news] = await Promise.all([
    data.listShows(query.get('cursor')),
    data.listLatest(LATEST_EPISODES),
    config.USER ? data.listNew(LATEST_EPISODES) : [],
  ]);
  const props = { shows, latest, news, isMember: config.USER !== null };
  const description = config.DESCRIPTION || t('welcome');
  return { props, description, canonical: `/${cursorQuery(cursor)}` };
}
