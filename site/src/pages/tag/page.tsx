import { buildPath, type Episode, PAGE_ROUTES, type Pager } from 'earshot/contract';
import { EpisodeRow } from '../../parts/episode-row.tsx';
import { Pages } from '../../parts/pages.tsx';
import { useTexts } from '../../site-context.tsx';

export interface TagPageProps {
  name: string;
  pager: Pager<Episode>;
}

export function TagPage({ name, pager }: TagPageProps) {
  const t = useTexts('explore');
  const address = buildPath(PAGE_ROUTES, 'tag', { name });
  return (
    <>
      <h1 dir="auto">{t('tagged', { tag: name })}</h1>
      {pager.results.length === 0 && <p>{t('nothing_here')}</p>}
      <ol className="site-rows">
        {pager.results.map((episode) => (
          <EpisodeRow key={episode.episode_id} episode={episode} withShow />
        ))}
      </ol>
      <Pages pager={pager} hrefOf={(page) => address + (page > 1 ? `?page=${page}` : '')} />
    </>
  );
}
