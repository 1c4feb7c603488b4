import {
  buildPath,
  type CountedCategory,
  type Episode,
  type ExploreList,
  PAGE_ROUTES,
  type Pager,
  type Show,
  type ShowBrief,
} from 'earshot/contract';
import { ALL_PAGE_ROUTES } from 'earshot-site/contract';
import { EmptyList } from '../../parts/empty-list.tsx';
import { EpisodeRows } from '../../parts/episode-rows.tsx';
import { listTitle } from '../../parts/list-title.ts';
import { Pages } from '../../parts/pages.tsx';
import { Shows } from '../../parts/shows.tsx';
import { useTexts } from '../../site-context.tsx';

interface ExploreListPageProps {
  /** Null for a category. */
  list: ExploreList | null;
  permalink: string;
  /** Apple's name; empty for a list. */
  category: string;
  /** Subcategories with shows. */
  below: CountedCategory[];
  pager: Pager<Show | Episode>;
  /** Other shows, if the list is empty. */
  instead: ShowBrief[];
}

export function Page(props: ExploreListPageProps) {
  const { list, permalink, category, below, pager, instead } = props;
  const t = useTexts('explore');
  const episodes = pager.results.filter((item) => 'episode_id' in item);
  const shows = pager.results.filter((item) => !('episode_id' in item));
  const address = pathOf(permalink);
  return (
    <>
      <p className="site-byline">
        <a href={ALL_PAGE_ROUTES.explore}>{t('explore')}</a>
      </p>
      <h1 dir="auto">{list ? listTitle(list, t) : category}</h1>
      {list?.description && <p dir="auto">{list.description}</p>}
      {below.length > 0 && (
        <p className="site-tags">
          {below.map((child) => (
            <a key={child.permalink} className="es-chip" href={pathOf(child.permalink)}>
              {child.name}
            </a>
          ))}
        </p>
      )}
      {pager.results.length === 0 && <EmptyList instead={instead} />}
      {shows.length > 0 && <Shows shows={shows as Show[]} />}
      {episodes.length > 0 && <EpisodeRows episodes={episodes} />}
      <Pages pager={pager} hrefOf={(page) => address + (page > 1 ? `?page=${page}` : '')} />
    </>
  );
}

const pathOf = (permalink: string) => buildPath(PAGE_ROUTES, 'explore_list', { permalink });
