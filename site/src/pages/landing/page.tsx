import { buildPath, type ItemList } from 'earshot/contract';
import { type EpisodeBrief, OWN_PAGE_ROUTES, type ShowBrief } from 'earshot/internal';
import { ContinueShelf } from '../../continue/continue-shelf.tsx';
import { EpisodeRow } from '../../parts/episode-row.tsx';
import { ShowCard } from '../../parts/show-card.tsx';
import { useSite } from '../../site-context.tsx';

export interface LandingPageProps {
  shows: ItemList<ShowBrief>;
  latest: EpisodeBrief[];
  /** The newest episodes of what the listener follows. */
  news: EpisodeBrief[];
  /** True for a listener who is signed in. He knows what this host is. */
  isMember: boolean;
}

export function LandingPage({ shows, latest, news, isMember }: LandingPageProps) {
  const { config, t } = useSite();
  return (
    <>
      {isMember && (
        <h1 className="site-hidden">{t('start_of', { product: config.PRODUCT_NAME })}</h1>
      )}
      <ContinueShelf />
      {!isMember && <Hero />}
      {news.length > 0 && (
        <>
          <h2>{t('new_from_followed')}</h2>
          <Rows episodes={news} />
          <p>
            <a
              className="es-action site-more"
              data-kind="secondary"
              href={buildPath(OWN_PAGE_ROUTES, 'home')}
            >
              {t('to_home')}
            </a>
          </p>
        </>
      )}
      {shows.items.length === 0 && <p>{t('empty')}</p>}
      <h2>{t('shows')}</h2>
      <ul className="site-cards">
        {shows.items.map((show) => (
          <ShowCard key={show.show_id} show={show} />
        ))}
      </ul>
      {shows.next_url && (
        <p>
          <a
            className="es-action site-more"
            data-kind="secondary"
            href={`${config.SITE_URL}/${shows.next_url}`}
          >
            {t('more_shows')}
          </a>
        </p>
      )}
      <h2>{t('latest')}</h2>
      <Rows episodes={latest} />
    </>
  );
}

/** What this host is. */
function Hero() {
  const { config, t } = useSite();
  return (
    <header className="site-hero">
      <h1>{t('tagline')}</h1>
      <p dir="auto">{config.DESCRIPTION || t('welcome')}</p>
      <p className="site-actions">
        <a className="es-action" data-kind="secondary" href={buildPath(OWN_PAGE_ROUTES, 'page')}>
          {t('about_host')}
        </a>
        <a className="es-action" href={buildPath(OWN_PAGE_ROUTES, 'explore')}>
          {t('explore')}
        </a>
      </p>
    </header>
  );
}

function Rows({ episodes }: { episodes: readonly EpisodeBrief[] }) {
  return (
    <ol className="site-rows">
      {episodes.map((episode) => (
        <EpisodeRow key={episode.episode_id} episode={episode} withShow />
      ))}
    </ol>
  );
}
