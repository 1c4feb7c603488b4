import type { Pager, SearchGroup, SearchResults } from 'earshot/contract';
import { readPage } from '../../parts/read-page.ts';
import type { LoadedPage, PageRequest } from '../site-page.tsx';
import type { SearchPageProps } from './page.tsx';

/** Results of each group while all groups are shown. */
const FEW = 6;

const GROUPS: readonly SearchGroup[] = ['categories', 'tags', 'users', 'shows', 'episodes'];

const NOTHING: SearchResults = { categories: [], tags: [], users: [], shows: [], episodes: [] };

/** Without a group, the best results of all groups; with one, its results page by page. */
export async function loadSearch({
  query,
  api,
  t,
}: PageRequest): Promise<LoadedPage<SearchPageProps>> {
  const q = (query.get('q') ?? '').trim();
  const group = GROUPS.find((name) => name === query.get('type')) ?? null;
  const title = q || t('search_site');
  if (q === '') return { props: { q, group, results: NOTHING, pager: null }, title };
  if (!group) {
    const results = await api.get<SearchResults>('search', { q, limit: FEW });
    return { props: { q, group, results, pager: null }, title };
  }
  const page = readPage(query);
  const answer = await api.get<{ pager: Pager<never> }>('search', { q, type: group, page });
  const { results, ...pager } = answer.pager;
  return { props: { q, group, results: { ...NOTHING, [group]: results }, pager }, title };
}
