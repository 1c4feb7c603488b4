import type { ItemList } from 'earshot/contract';
import type { EpisodeBrief, ShowBrief } from 'earshot/internal';
import { EpisodeRow } from '../../parts/episode-row.tsx';
import { ShowCard } from '../../parts/show-card.tsx';
import { useSite } from '../../site-context.tsx';

export interface LandingPageProps {
  shows: ItemList<ShowBrief>;
  latest: EpisodeBrief[];
}

export function LandingPage({ shows, latest }: LandingPageProps) {
  const { config, t } = useSite();
  return (
    <>
      <h1 className="site-hero">{t('tagline')}</h1>
      {shows.items.length === 0 && <p>{t('empty')}</p>}
      <h2>{t('shows')}</h2>
      <ul className="site-cards">
        {shows.items.map((show) => (
          <ShowCard key={show.show_id} show={show} />
        ))}
      </ul>
      {shows.next_url && (
        <p>
          <a className="site-more" href={`${config.SITE_URL}/${shows.next_url}`}>
            {t('more_shows')}
          </a>
        </p>
      )}
      <h2>{t('latest')}</h2>
      <ol className="site-rows">
        {latest.map((episode) => (
          <EpisodeRow key={episode.episode_id} episode={episode} withShow />
        ))}
      </ol>
    </>
  );
}
