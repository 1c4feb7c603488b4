import type { LoadedPage, PageRequest } from '../site-page.tsx';
import type { LandingPageProps } from './page.tsx';

const LATEST_EPISODES = 8;

export async function loadLanding({ data }: PageRequest): Promise<LoadedPage<LandingPageProps>> {
  const [shows, latest] = await Promise.all([data.listShows(), data.listLatest(LATEST_EPISODES)]);
  return { props: { shows, latest: latest.map(brief) }, canonical: '/' };
}

/** Lists show no notes: they would only make the page heavy. */
function brief<Item extends { description: string }>(item: Item): Item {
  return { ...item, description: '' };
}
