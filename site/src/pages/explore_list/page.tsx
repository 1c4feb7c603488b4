import {
  buildPath,
  type Episode,
  type ExploreList,
  PAGE_ROUTES,
  type Pager,
  type Show,
} from 'earshot/contract';
import { OWN_PAGE_ROUTES } from 'earshot/internal';
import { EpisodeRow } from '../../parts/episode-row.tsx';
import { listTitle } from '../../parts/list-title.ts';
import { Pages } from '../../parts/pages.tsx';
import { ShowCard } from '../../parts/show-card.tsx';
import { useTexts } from '../../site-context.tsx';

export interface ExploreListPageProps {
  /** Null for a category. */
  list: ExploreList | null;
  permalink: string;
  /** Apple's name; empty for a list. */
  category: string;
  pager: Pager<Show | Episode>;
}

export function ExploreListPage({ list, permalink, category, pager }: ExploreListPageProps) {
  const t = useTexts('explore');
  const episodes = pager.results.filter((item) => 'episode_id' in item);
  const shows = pager.results.filter((item) => !('episode_id' in item));
  const address = buildPath(PAGE_ROUTES, 'explore_list', { permalink });
  return (
    <>
      <p className="site-byline">
        <a href={buildPath(OWN_PAGE_ROUTES, 'explore')}>{t('explore')}</a>
      </p>
      <h1 dir="auto">{list ? listTitle(list, t) : category}</h1>
      {list?.description && <p dir="auto">{list.description}</p>}
      {pager.results.length === 0 && <p>{t('nothing_here')}</p>}
      {shows.length > 0 && (
        <ul className="site-cards">
          {shows.map((show) => (
            <ShowCard key={show.show_id} show={show as Show} />
          ))}
        </ul>
      )}
      {episodes.length > 0 && (
        <ol className="site-rows">
          {episodes.map((episode) => (
            <EpisodeRow key={episode.episode_id} episode={episode} withShow />
          ))}
        </ol>
      )}
      <Pages pager={pager} hrefOf={(page) => address + (page > 1 ? `?page=${page}` : '')} />
    </>
  );
}
