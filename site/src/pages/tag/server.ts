import { buildPath, type Episode, PAGE_ROUTES, type Pager } from 'earshot/contract';
import { addressOfPage, readPage } from '../../parts/read-page.ts';
import { listShows } from '../show-lists.ts';
import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

const INSTEAD = 8; // new shows, if no episode has the tag

export const tagPage = definePage({
  name: 'tag',
  texts: ['explore'],
  async load(request) {
    const { name = '' } = request.params;
    const page = readPage(request.query);
    const { pager } = await request.api.get<{ pager: Pager<Episode> }>('tag_episodes', {
      tag_name: name,
      page,
    });
    const instead = pager.results.length > 0 ? [] : await listShows(request, 'new', INSTEAD);
    return {
      props: { name, pager, instead },
      title: name,
      canonical: addressOfPage(buildPath(PAGE_ROUTES, 'tag', { name }), page, pager.last_page),
    };
  },
  Page,
});
