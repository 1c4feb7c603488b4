import { buildPath, PAGE_ROUTES, type Show } from 'earshot/contract';
import { showItem } from 'earshot/embed';
import {
  artworkStyle,
  type EpisodeBrief,
  type SiteEpisodeList,
  type SiteEpisodeQuery,
  type SiteSeason,
  type SubscribeLink,
  trustedHtml,
} from 'earshot/internal';
import { EmbedButton, PlayButton } from 'earshot/react';
import { MarkButton } from '../../marks/mark-button.tsx';
import { Cover } from '../../parts/cover.tsx';
import { targetOf } from '../../parts/play-target.ts';
import { ReportLink } from '../../parts/report-link.tsx';
import { ShareEmbed } from '../../parts/share-embed.tsx';
import { useSite } from '../../site-context.tsx';
import { EpisodeFilter } from './episode-filter.tsx';
import { EpisodeList } from './episode-list.tsx';
import { ShowNews } from './show-news.tsx';
import { SubscribeMenu } from './subscribe-menu.tsx';

export interface ShowPageProps {
  show: Show;
  isFollowed: boolean;
  /** The code for pages elsewhere. */
  embedCode: string;
  episodes: SiteEpisodeList;
  /** Null if the show has no episodes. */
  latest: EpisodeBrief | null;
  seasons: SiteSeason[];
  categories: { name: string; href: string | null }[];
  subscribe: SubscribeLink[];
  /** What the visitor asks of the list. */
  filter: Omit<SiteEpisodeQuery, 'cursor'>;
}

export function ShowPage(props: ShowPageProps) {
  const { show, embedCode, episodes, filter } = props;
  const { t } = useSite();
  const address = addressOf(show, filter);
  const isFiltered = filter.q !== undefined || filter.season !== undefined;
  return (
    <article style={artworkStyle(show.image_color, undefined)}>
      <ShowHead {...props} />
      <ShowNews key={show.show_id} show={show} latest={props.latest} />
      <h2 className="site-list-head">
        {t('episodes')} <span>{t('episode_count', { count: episodes.total })}</span>
      </h2>
      <EpisodeFilter key={address} {...props} />
      {episodes.total === 0 && <p>{isFiltered ? t('nothing_found') : t('no_episodes')}</p>}
      <EpisodeList key={`list ${address}`} episodes={episodes} address={address} />
      <ShareEmbed code={embedCode} />
    </article>
  );
}

function ShowHead({ show, isFollowed, latest, subscribe, categories }: ShowPageProps) {
  const { config, t } = useSite();
  const { user_permalink: permalink } = show;
  const authorUrl = config.SITE_URL + buildPath(PAGE_ROUTES, 'user', { permalink });
  return (
    <header className="site-head">
      <Cover of={show} side={240} sizes={[320, 480]} />
      <div>
        <h1 dir="auto">{show.title}</h1>
        <p className="site-byline" dir="auto">
          <a href={authorUrl}>{t('by', { author: show.author })}</a>
        </p>
        <div
          className="site-prose"
          dir="auto"
          dangerouslySetInnerHTML={{ __html: trustedHtml(show.description) }}
        />
        <p className="site-tags">
          {categories.map(({ name, href }) => (
            <a className="es-chip" key={name} href={href ?? undefined}>
              {name}
            </a>
          ))}
          {show.link_url && <a href={show.link_url}>{t('website')}</a>}
        </p>
        <div className="site-actions">
          {latest && (
            <span className="site-play-latest">
              <PlayButton target={targetOf(latest, config)} title={latest.title} />
              <span aria-hidden="true">{t('play_latest')}</span>
            </span>
          )}
          <MarkButton kind="show" id={show.show_id} isMarked={isFollowed} />
          <SubscribeMenu links={subscribe} />
          <EmbedButton item={showItem(show)} />
          <ReportLink of={{ show_id: show.show_id }} />
        </div>
      </div>
    </header>
  );
}

/** The address of a list without a cursor: all pages of the list share it. */
function addressOf(show: Show, filter: ShowPageProps['filter']): string {
  const url = new URL(show.site_url);
  for (const [name, value] of Object.entries(filter)) url.searchParams.set(name, String(value));
  return url.href;
}
