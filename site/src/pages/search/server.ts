import type { Pager, SearchGroup, SearchResults, SearchSort } from 'earshot/contract';
import { SEARCH_WORDS_MAX } from 'earshot-site/contract';
import { categoryName } from '../../parts/category-name.ts';
import { readPage } from '../../parts/read-page.ts';
import { meta, plainHead } from '../head-tags.ts';
import { readLists } from '../show-lists.ts';
import { definePage, type PageRequest } from '../site-page.tsx';
import { Page } from './page.tsx';

/** Results of each group while all groups are shown. */
const FEW = 6;

const GROUPS: readonly SearchGroup[] = ['categories', 'tags', 'users', 'shows', 'episodes'];

const NOTHING: SearchResults = { categories: [], tags: [], users: [], shows: [], episodes: [] };

export const searchPage = definePage({
  name: 'search',
  texts: ['explore'],
  /** Without a group, the best results of all groups; with one, its results page by page. */
  async load(request) {
    const { query, api, t } = request;
    const q = (query.get('q') ?? '').trim().slice(0, SEARCH_WORDS_MAX);
    const group = GROUPS.find((name) => name === query.get('type')) ?? null;
    const sort: SearchSort = query.get('sort') === 'newest' ? 'newest' : 'best';
    const languages = (await readLists(request)).filter(({ language }) => language !== null);
    const language =
      languages.find((list) => list.language === query.get('language'))?.language ?? null;
    const asked = { q, group, sort, language };
    const only = language === null ? {} : { language };
    const title = q || t('search_site');
    if (q === '') return { props: { asked, languages, results: NOTHING, pager: null }, title };
    if (!group) {
      const found = await api.get<SearchResults>('search', { q, sort, ...only, limit: FEW });
      const results = { ...found, categories: nameCategories(found.categories, request) };
      return { props: { asked, languages, results, pager: null }, title };
    }
    const page = readPage(query);
    const answer = await api.get<{ pager: Pager<never> }>('search', {
      ...{ q, type: group, sort, ...only, page },
    });
    const { results: found, ...pager } = answer.pager;
    const all: SearchResults = { ...NOTHING, [group]: found };
    const results = { ...all, categories: nameCategories(all.categories, request) };
    return { props: { asked, languages, results, pager }, title };
  },
  Page,
  // Every word that a page links to has results: a crawler would never end.
  head: ({ props }) => [
    ...plainHead(),
    ...(props.asked.q ? [meta('name', 'robots', 'noindex')] : []),
  ],
});

/** Names the categories in the reader's language. The search marks the found words in the English name. */
function nameCategories(
  categories: SearchResults['categories'],
  { textsOf }: Pick<PageRequest, 'textsOf'>,
): SearchResults['categories'] {
  return categories.map((category) => {
    const text = categoryName(textsOf('categories'), category);
    return text === category.name ? category : { ...category, highlight: { text, ranges: [] } };
  });
}
