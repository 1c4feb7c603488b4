import type { EpisodeBrief, ShowBrief } from 'earshot/contract';
import { ALL_PAGE_ROUTES } from 'earshot-site/contract';
import type { ComponentProps } from 'react';
import { LinkBelow } from '../../action.tsx';
import { ContinueShelf } from '../../continue/continue-shelf.tsx';
import { EpisodeRows } from '../../parts/episode-rows.tsx';
import { Shows } from '../../parts/shows.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { addressOf } from '../user/user-address.ts';

interface HomePageProps {
  name: string;
  /** Address of the listener's own page with the complete lists. */
  site_url: string;
  /** The newest episodes of followed shows and users. */
  news: EpisodeBrief[];
  isFollowing: boolean;
  shows: ShowBrief[];
  likes: EpisodeBrief[];
  /** Shows for a listener who follows nothing. */
  suggestions: ShowBrief[];
}

/** The page of a listener: unfinished episodes, and news of followed shows and users. */
export function Page({ name, site_url, news, isFollowing, ...lists }: HomePageProps) {
  const { t: site } = useSite();
  const t = useTexts('listening');
  const { shows, likes, suggestions } = lists;
  return (
    <>
      <h1 dir="auto">{t('welcome_back', { name })}</h1>
      <ContinueShelf />
      <h2>{t('new_for_you')}</h2>
      {news.length === 0 && (
        <p className="site-quiet">{t(isFollowing ? 'nothing_new' : 'new_hint')}</p>
      )}
      <EpisodeRows episodes={news} />
      {suggestions.length > 0 && (
        <>
          <h2>{t('suggestions')}</h2>
          <Shows shows={suggestions} />
          <More href={ALL_PAGE_ROUTES.explore}>{t('explore_all')}</More>
        </>
      )}
      {shows.length > 0 && (
        <>
          <h2>{t('followed_shows')}</h2>
          <Shows shows={shows} />
          <More href={addressOf({ site_url }, 'favorites')}>{t('all_followed_shows')}</More>
        </>
      )}
      {likes.length > 0 && (
        <>
          <h2>{site('favourites')}</h2>
          <EpisodeRows episodes={likes} />
          <More href={addressOf({ site_url }, 'likes')}>{t('all_favourites')}</More>
        </>
      )}
    </>
  );
}

const More = (link: ComponentProps<typeof LinkBelow>) => (
  <LinkBelow className="es-action site-more" {...link} />
);
