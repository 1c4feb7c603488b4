import type { ItemList, Show } from 'earshot/contract';
import { toShowBrief } from '../../parts/briefs.ts';
import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

const FOLLOWED_SHOWS = 12;

export const libraryPage = definePage({
  name: 'library',
  texts: ['listening'],
  async load({ api, config: { USER }, t }) {
    const title = t('library');
    if (!USER) return { props: { site_url: null, shows: [] }, title };
    const { user_id, site_url } = USER;
    const shows = await api.get<ItemList<Show>>('favorites', {
      user_permalink: user_id,
      limit: FOLLOWED_SHOWS,
    });
    return { props: { site_url, shows: shows.items.map(toShowBrief) }, title };
  },
  Page,
});
