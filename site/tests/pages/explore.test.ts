import { ApiError } from 'earshot';
import type { ComponentProps } from 'react';
import { describe, expect, it } from 'vitest';
import type { Page as ExplorePage } from '../../src/pages/explore/page.tsx';
import { explorePage } from '../../src/pages/explore/server.ts';
import type { Page as ExploreListPage } from '../../src/pages/explore-list/page.tsx';
import { exploreListPage } from '../../src/pages/explore-list/server.ts';
import type { LoadedPage, PageRequest } from '../../src/pages/site-page.tsx';

const list = (permalink: string, is_computed = false, language: string | null = null) => ({
  list_id: permalink,
  permalink,
  title: permalink,
  description: '',
  type: 'shows',
  language,
  is_computed,
});
const category = (permalink: string, show_count: number, children: object[] = []) => ({
  permalink,
  name: permalink,
  show_count,
  children,
});
const show = (show_id: number) => ({ show_id, title: `Show ${show_id}`, description: 'Long.' });

const LANGUAGES = ['it', 'de', 'en', 'ru', 'uk'];
const LISTS = [
  list('new', true),
  list('popular', true),
  ...LANGUAGES.map((language) => list(`language-${language}`, true, language)),
  list('empty'),
];
const CATEGORIES = [
  category('arts', 2, [category('books', 1), category('food', 0)]),
  category('comedy', 0),
];

function findList(id: string | undefined) {
  const found = LISTS.find(({ list_id }) => list_id === id);
  if (!found) throw new ApiError('NOT_FOUND', 404, []);
  return found;
}

/** A host with new shows, one of which may be popular. */
function request(permalink: string, popular: number[] = []): PageRequest {
  const shows: Record<string, number[]> = { new: [3, 2, 1], popular, arts: [3, 2] };
  for (const language of LANGUAGES) shows[`language-${language}`] = [2];
  const get = async (
    route: string,
    asked: { list_id?: string; permalink?: string; page?: number } = {},
  ) => {
    const items = (shows[asked.list_id ?? asked.permalink ?? ''] ?? []).map(show);
    if (route === 'explore_lists') return { items: LISTS };
    if (route === 'explore_categories') return { items: CATEGORIES };
    if (route === 'explore_list') return { list: findList(asked.list_id) };
    return asked.page === undefined ? { items } : { pager: { results: items } };
  };
  const config = { API_CULTURE: 'de' };
  const t = (key: string) => `The text ${key}`;
  const query = new URLSearchParams();
  return { api: { get }, config, t, textsOf: () => t, params: { permalink }, query } as never;
}

const idsOf = (shows: readonly { show_id?: number }[]) => shows.map(({ show_id }) => show_id);

describe('explorePage', () => {
  const load = async (...asked: Parameters<typeof request>) =>
    (await explorePage.load(request(...asked))) as LoadedPage<ComponentProps<typeof ExplorePage>>;

  it('has shelves of lists that have something, the popular shows first and then filled up', async () => {
    const { props, title } = await load('', [1]);
    expect(title).toBe('The text explore');
    const { shelves } = props;
    const filled = shelves.filter(({ list }) => list.language === null);
    expect(filled.map(({ list, shows }) => [list.permalink, idsOf(shows)])).toEqual([
      ['popular', [1, 3, 2]],
      ['new', [3, 2, 1]],
    ]);
    expect(shelves[0]?.shows[0]).not.toHaveProperty('description');
  });

  it('has shelves of the three first languages, in the reader’s words, and leads to the others', async () => {
    const { shelves, further } = (await load('')).props;
    const ofLanguages = shelves.filter(({ list }) => list.language !== null);
    expect(ofLanguages.map(({ list }) => list.title)).toEqual([
      'Italienisch',
      'Deutsch',
      'Englisch',
    ]);
    expect(further.map(({ permalink, title }) => [permalink, title])).toEqual([
      ['language-ru', 'Russisch'],
      ['language-uk', 'Ukrainisch'],
    ]);
  });

  it('has tiles of categories with shows', async () => {
    const { tiles } = (await load('')).props;
    expect(
      tiles.map(({ permalink, show_count, covers }) => [permalink, show_count, idsOf(covers)]),
    ).toEqual([['arts', 2, [3, 2]]]);
  });
});

describe('exploreListPage', () => {
  const load = async (...asked: Parameters<typeof request>) => {
    const page = await exploreListPage.load(request(...asked));
    const { props } = page as LoadedPage<ComponentProps<typeof ExploreListPage>>;
    const { pager, below, instead } = props;
    return {
      items: idsOf(pager.results),
      below: below.map(({ permalink }) => permalink),
      instead: idsOf(instead),
    };
  };

  it('has the new shows while none is popular', async () => {
    expect(await load('popular')).toMatchObject({ items: [3, 2, 1], instead: [] });
    expect(await load('popular', [1])).toMatchObject({ items: [1] });
  });

  it('is titled in the reader’s language, unless an administrator has named the list', async () => {
    expect(await exploreListPage.load(request('popular'))).toMatchObject({
      title: 'The text list_popular',
    });
    expect(await exploreListPage.load(request('language-de'))).toMatchObject({
      title: 'The text list_language',
    });
    expect(await exploreListPage.load(request('empty'))).toMatchObject({ title: 'empty' });
  });

  it('leads from an empty list to new shows', async () => {
    expect(await load('empty')).toMatchObject({ items: [], instead: [3, 2, 1] });
  });

  it('leads from a category to its subcategories with shows', async () => {
    expect(await load('arts')).toMatchObject({ items: [3, 2], below: ['books'], instead: [] });
  });
});
