import { buildPath, type Episode, PAGE_ROUTES, type Pager } from 'earshot/contract';
import { readPage } from '../../parts/read-page.ts';
import { listShows } from '../show-lists.ts';
import { definePage, type LoadedPage, type PageRequest } from '../site-page.tsx';
import { Page, type TagPageProps } from './page.tsx';

export const tagPage = definePage({
  name: 'tag',
  texts: ['explore'],
  load,
  Page,
});

const INSTEAD = 8; // new shows, if no episode has the tag

async function load(request: PageRequest): Promise<LoadedPage<TagPageProps>> {
  const { name = '' } = request.params;
  const { pager } = await request.api.get<{ pager: Pager<Episode> }>('tag_episodes', {
    tag_name: name,
    page: readPage(request.query),
  });
  const instead = pager.results.length > 0 ? [] : await listShows(request, 'new', INSTEAD);
  return {
    props: { name, pager, instead },
    title: name,
    canonical: buildPath(PAGE_ROUTES, 'tag', { name }),
  };
}
