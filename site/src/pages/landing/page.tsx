import type { Episode, Show } from 'earshot/contract';
import { EpisodeRow } from '../../parts/episode-row.tsx';
import { ShowCard } from '../../parts/show-card.tsx';
import { useSite } from '../../site-context.tsx';

export interface LandingPageProps {
  shows: Show[];
  latest: Episode[];
}

export function LandingPage({ shows, latest }: LandingPageProps) {
  const { t } = useSite();
  return (
    <>
      <h1 className="site-hero">{t('tagline')}</h1>
      {shows.length === 0 && <p>{t('empty')}</p>}
      <h2>{t('shows')}</h2>
      <ul className="site-cards">
        {shows.map((show) => (
          <ShowCard key={show.show_id} show={show} />
        ))}
      </ul>
      <h2>{t('latest')}</h2>
      <ol className="site-rows">
        {latest.map((episode) => (
          <EpisodeRow key={episode.episode_id} episode={episode} withShow />
        ))}
      </ol>
    </>
  );
}
