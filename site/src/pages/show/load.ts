import { buildPath, PAGE_ROUTES, type Show, SITE_ROUTES } from 'earshot/contract';
import { showItem } from 'earshot/embed';
import { findCategory, type SubscribeLink, subscribeLinks } from 'earshot/internal';
import { coverOf } from '../../parts/cover.tsx';
import { cursorQuery } from '../../parts/cursor-query.ts';
import { embedCode } from '../../parts/embed-code.ts';
import { DESCRIPTION_MAX, plainText } from '../../parts/plain-text.ts';
import type { LoadedPage, PageRequest } from '../site-page.tsx';
import type { ShowPageProps } from './page.tsx';

export async function loadShow({
  params: { permalink = '' },
  query,
  data,
  config,
}: PageRequest): Promise<LoadedPage<ShowPageProps> | null> {
  const show = await data.getShow(permalink);
  if (!show) return null;
  const filter = readFilter(query);
  const [episodes, newest, seasons, isFollowed] = await Promise.all([
    data.listEpisodes(show.show_id, { ...filter, cursor: query.get('cursor') }),
    data.listEpisodes(show.show_id, { cursor: null }),
    data.listSeasons(show.show_id),
    data.isMarked({ kind: 'show', id: show.show_id }),
  ]);
  const latest = newest.items[0] ?? null;
  return {
    props: {
      show,
      isFollowed,
      embedCode: embedCode(showItem(show), config),
      episodes,
      latest,
      seasons,
      filter,
      categories: show.categories.map(linkCategory),
      subscribe: linksOf(show, config.SITE_URL),
    },
    title: show.title,
    description: plainText(show.description, DESCRIPTION_MAX),
    image: coverOf(show, config.SITE_URL),
    // A filtered list is a part of the whole one.
    canonical: show.site_url + cursorQuery(Object.keys(filter).length > 0 ? null : episodes.cursor),
  };
}

/** A feed may name a category that Apple does not have. It leads nowhere. */
function linkCategory(name: string): ShowPageProps['categories'][number] {
  const permalink = findCategory(name)?.permalink;
  return { name, href: permalink ? buildPath(PAGE_ROUTES, 'explore_list', { permalink }) : null };
}

/** Where listeners subscribe. The show's own website may be its page in a directory. */
function linksOf({ show_id, link_url }: Show, siteUrl: string): SubscribeLink[] {
  const feed_url = siteUrl + buildPath(SITE_ROUTES, 'show_feed', { show_id });
  return subscribeLinks({ feed_url, known: link_url ? [link_url] : [] });
}

/** What a visitor asks of the list. A value that makes no sense counts as not given. */
function readFilter(query: URLSearchParams): ShowPageProps['filter'] {
  const q = query.get('q')?.trim().slice(0, 200);
  const season = query.get('season') ?? '';
  return {
    ...(q ? { q } : {}),
    ...(query.get('sort') === 'oldest' ? { sort: 'oldest' } : {}),
    ...(/^\d{1,6}$/.test(season) ? { season: Number(season) } : {}),
  };
}
