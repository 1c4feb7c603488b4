import type { ItemList, Show } from 'earshot/contract';
import { toShowBrief } from '../../parts/show-brief.ts';
import { definePage, type LoadedPage, type PageRequest } from '../site-page.tsx';
import { type LibraryPageProps, Page } from './page.tsx';

export const libraryPage = definePage({
  name: 'library',
  texts: ['listening'],
  load,
  Page,
});

const FOLLOWED_SHOWS = 12;

async function load({
  api,
  config: { USER },
  t,
}: PageRequest): Promise<LoadedPage<LibraryPageProps>> {
  const title = t('library');
  if (!USER) return { props: { site_url: null, shows: [] }, title };
  const { user_id, site_url } = USER;
  const shows = await api.get<ItemList<Show>>('favorites', {
    user_permalink: user_id,
    limit: FOLLOWED_SHOWS,
  });
  return { props: { site_url, shows: shows.items.map(toShowBrief) }, title };
}
