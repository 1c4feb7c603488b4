import { buildPath, type EpisodeBrief, PAGE_ROUTES, type ShowBrief } from 'earshot/contract';
import { ALL_PAGE_ROUTES } from 'earshot-site/contract';
import { ActionLink, LinkBelow } from '../../action.tsx';
import { ContinueShelf } from '../../continue/continue-shelf.tsx';
import { EpisodeRows } from '../../parts/episode-rows.tsx';
import { Shows } from '../../parts/shows.tsx';
import { loginPath } from '../../session/login-path.ts';
import { useSite } from '../../site-context.tsx';

interface LandingPageProps {
  shows: ShowBrief[];
  latest: EpisodeBrief[];
  /** The newest episodes of followed shows and users. */
  news: EpisodeBrief[];
  /** The newest episode in the player that other sites embed. Null for a member, and without episodes. */
  player: { src: string; title: string } | null;
  /** True for a signed-in listener, who needs no introduction to this host. */
  isMember: boolean;
}

export function Page({ shows, latest, news, player, isMember }: LandingPageProps) {
  const { config, t } = useSite();
  return (
    <>
      {isMember && (
        <h1 className="site-hidden">{t('start_of', { product: config.PRODUCT_NAME })}</h1>
      )}
      <ContinueShelf />
      {!isMember && <Hero player={player} />}
      {news.length > 0 && (
        <>
          <h2>{t('new_from_followed')}</h2>
          <EpisodeRows episodes={news} />
          <LinkBelow className="es-action site-more" href={ALL_PAGE_ROUTES.home}>
            {t('to_home')}
          </LinkBelow>
        </>
      )}
      {shows.length === 0 && <p>{t('empty')}</p>}
      <h2 className="site-list-head">
        {t('shows')}
        <a href={buildPath(PAGE_ROUTES, 'explore_list', { permalink: 'new' })}>{t('all_shows')}</a>
      </h2>
      <Shows shows={shows} as="two-rows" />
      <h2>{t('latest')}</h2>
      <EpisodeRows episodes={latest} />
    </>
  );
}

/** The introduction to this host, with a player as other sites embed it. */
function Hero({ player }: Pick<LandingPageProps, 'player'>) {
  const { config, t } = useSite();
  return (
    <header className="site-hero">
      <div>
        <h1>{t('tagline')}</h1>
        <p dir="auto">{config.DESCRIPTION || t('welcome')}</p>
        <p className="site-actions">
          {config.SIGNUP !== 'closed' && (
            <ActionLink kind="primary" href={loginPath(ALL_PAGE_ROUTES.dashboard, 'signup')}>
              {t('host_podcast')}
            </ActionLink>
          )}
          <ActionLink href={ALL_PAGE_ROUTES.explore}>{t('explore')}</ActionLink>
          <ActionLink kind={null} href={ALL_PAGE_ROUTES.page}>
            {t('about_host')}
          </ActionLink>
        </p>
      </div>
      {player && <iframe {...player} loading="lazy" allow="autoplay" />}
    </header>
  );
}
