import type { Episode, ExploreCategory, ExploreList, ItemList, Show } from 'earshot/contract';
import { toEpisodeBrief } from '../../parts/briefs.ts';
import { categoryName } from '../../parts/category-name.ts';
import { isPopular, listPopular, listShows, readLists } from '../show-lists.ts';
import { definePage, type PageRequest } from '../site-page.tsx';
import { Page, type Shelf, type Tile } from './page.tsx';

const SHELF_SHOWS = 8;
const SHELF_EPISODES = 4;
const TILE_COVERS = 3;
const LANGUAGE_SHELVES = 3; // those with most shows; the others are links

export const explorePage = definePage({
  name: 'explore',
  texts: ['explore'],
  async load(request) {
    const { api, t } = request;
    const [lists, categories] = await Promise.all([
      readLists(request),
      api.get<ItemList<ExploreCategory>>('explore_categories'),
    ]);
    const languages = lists.filter(({ language }) => language !== null);
    const further = languages.slice(LANGUAGE_SHELVES);
    const inOrder = lists
      .filter((list) => !further.includes(list))
      .toSorted((a, b) => Number(isPopular(b)) - Number(isPopular(a)));
    const [shelves, tiles] = await Promise.all([
      Promise.all(inOrder.map((list) => loadShelf(request, list))),
      Promise.all(
        categories.items
          .filter(({ show_count }) => show_count > 0)
          .map((category) => loadTile(request, category)),
      ),
    ]);
    const isFilled = ({ shows, episodes }: Shelf) => shows.length + episodes.length > 0;
    return {
      props: { shelves: shelves.filter(isFilled), further, tiles },
      title: t('explore'),
      canonical: '/podcasts',
    };
  },
  Page,
});

async function loadShelf(request: PageRequest, list: ExploreList): Promise<Shelf> {
  const { permalink: list_id } = list;
  if (list.type === 'episodes') {
    const asked = { list_id, limit: SHELF_EPISODES };
    const { items } = await request.api.get<ItemList<Episode>>('explore_list_items', asked);
    return { list, shows: [], episodes: items.map(toEpisodeBrief) };
  }
  const shows = isPopular(list)
    ? await listPopular(request, SHELF_SHOWS)
    : await listShows(request, list_id, SHELF_SHOWS);
  return { list, shows, episodes: [] };
}

async function loadTile({ api, textsOf }: PageRequest, category: ExploreCategory): Promise<Tile> {
  const { permalink, show_count } = category;
  const name = categoryName(textsOf('categories'), category);
  const asked = { permalink, limit: TILE_COVERS };
  const { items } = await api.get<ItemList<Show>>('explore_category_items', asked);
  const covers = items.map(({ show_id, title, image_url }) => ({ show_id, title, image_url }));
  return { permalink, name, show_count, covers };
}
