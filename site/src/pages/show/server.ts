import { buildPath, PAGE_ROUTES, type Show } from 'earshot/contract';
import { showItem } from 'earshot/embed';
import { ALL_PAGE_ROUTES, findCategory } from 'earshot-site/contract';
import { categoryName } from '../../parts/category-name.ts';
import { coverOf } from '../../parts/cover.tsx';
import { cursorQuery } from '../../parts/cursor-query.ts';
import { embedCode } from '../../parts/embed-code.ts';
import { DESCRIPTION_MAX, plainText } from '../../parts/plain-text.ts';
import { linksOfShow } from '../../parts/subscribe-links.ts';
import { lateSubscribeBox } from '../../parts/subscribe-menu.tsx';
import { movedTo } from '../moved-to.ts';
import { definePage, type PageRequest } from '../site-page.tsx';
import { showHead } from './head.ts';
import { Page, type ShowPageProps } from './page.tsx';

export const showPage = definePage({
  name: 'show',
  texts: ['news'],
  async load(request) {
    const { params, query, data, config } = request;
    const show = await data.getShow(params.permalink ?? '');
    if (!show) return null;
    const moved = movedTo('show', show.site_url, request);
    if (moved) return moved;
    const filter = readFilter(query);
    const [episodes, newest, seasons, isFollowed, mayEdit] = await Promise.all([
      data.listEpisodes(show.show_id, { ...filter, cursor: query.get('cursor') }),
      data.listEpisodes(show.show_id, { cursor: null }),
      data.listSeasons(show.show_id),
      data.isMarked({ kind: 'show', id: show.show_id }),
      data.mayEditShow(show.show_id),
    ]);
    await lateSubscribeBox.prepare();
    const latest = newest.items[0] ?? null;
    return {
      props: {
        show,
        isFollowed,
        mayEdit,
        embedCode: embedCode(showItem(show), config),
        episodes,
        latest,
        seasons,
        filter,
        categories: [
          ...show.categories.map((name) => linkCategory(name, request)),
          ...countDownloads(show, request),
        ],
        subscribe: linksOfShow(show, config.SITE_URL),
      },
      title: show.title,
      description: plainText(show.description, DESCRIPTION_MAX),
      image: coverOf(show, config.SITE_URL),
      // A filtered list is part of the whole one.
      canonical:
        show.site_url + cursorQuery(Object.keys(filter).length > 0 ? null : episodes.cursor),
    };
  },
  Page,
  members: ({ show }) => ({ mark: { kind: 'show', id: show.show_id }, people: [], hasNews: false }),
  head: showHead,
});

/** The downloads, if the author shows them to everybody, with a link to how they are counted. */
export function countDownloads(
  { downloads = 0 }: Show,
  { t, textsOf }: Pick<PageRequest, 't' | 'textsOf'>,
): ShowPageProps['categories'] {
  if (downloads === 0) return [];
  const number = new Intl.NumberFormat(t('date_locale')).format(downloads);
  const name = textsOf('numbers')('public', { count: downloads, number });
  return [{ name, href: ALL_PAGE_ROUTES['numbers-method'] }];
}

/** A feed may contain a category that Apple does not have. It is not a link. */
function linkCategory(
  name: string,
  { textsOf }: Pick<PageRequest, 'textsOf'>,
): ShowPageProps['categories'][number] {
  const category = findCategory(name);
  if (!category) return { name, href: null };
  const { permalink } = category;
  return {
    name: categoryName(textsOf('categories'), category),
    href: buildPath(PAGE_ROUTES, 'explore_list', { permalink }),
  };
}

/** The visitor's filter for the list. Invalid values are ignored. */
function readFilter(query: URLSearchParams): ShowPageProps['filter'] {
  const q = query.get('q')?.trim().slice(0, 200);
  const season = query.get('season') ?? '';
  return {
    ...(q ? { q } : {}),
    ...(query.get('sort') === 'oldest' ? { sort: 'oldest' } : {}),
    ...(/^\d{1,6}$/.test(season) ? { season: Number(season) } : {}),
  };
}
