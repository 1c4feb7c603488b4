import { artworkStyle } from 'earshot/bar';
import { buildPath, type EpisodeBrief, PAGE_ROUTES, type Show } from 'earshot/contract';
import { showItem } from 'earshot/embed';
import { trustedHtml } from 'earshot/internal';
import { EmbedButton, PlayButton } from 'earshot/react';
import type { SiteEpisodeList } from 'earshot-site/contract';
import { PageMenu } from '../../account/page-menu.tsx';
import { MarkButton } from '../../marks/mark-button.tsx';
import { Cover } from '../../parts/cover.tsx';
import { targetOf } from '../../parts/play-target.ts';
import { ShareEmbed } from '../../parts/share-embed.tsx';
import type { SubscribeLink } from '../../parts/subscribe-links.ts';
import { SubscribeMenu } from '../../parts/subscribe-menu.tsx';
import { useSite } from '../../site-context.tsx';
import { studioPath } from '../../studio/studio-paths.ts';
import { EpisodeFilter, type EpisodeFilterProps } from './episode-filter.tsx';
import { EpisodeList } from './episode-list.tsx';
import { ShowNews } from './show-news.tsx';

export interface ShowPageProps extends EpisodeFilterProps {
  isFollowed: boolean;
  /** The viewer is an author of the show. */
  mayEdit: boolean;
  /** The code for other sites. */
  embedCode: string;
  episodes: SiteEpisodeList;
  /** Null if the show has no episodes. */
  latest: EpisodeBrief | null;
  categories: { name: string; href: string | null }[];
  subscribe: SubscribeLink[];
}

export function Page(props: ShowPageProps) {
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

function ShowHead({ show, isFollowed, mayEdit, latest, subscribe, categories }: ShowPageProps) {
  const { config, t } = useSite();
  const { user_permalink: permalink } = show;
  const authorUrl = config.SITE_URL + buildPath(PAGE_ROUTES, 'user', { permalink });
  return (
    <header className="site-head">
      <Cover of={show} side={240} sizes={[320, 480]} />
      <div>
        <h1 dir="auto" lang={show.language}>
          {show.title}
        </h1>
        <p className="site-byline" dir="auto">
          <a href={authorUrl}>{t('by', { author: show.author })}</a>
        </p>
        <div
          className="site-prose"
          dir="auto"
          lang={show.language}
          dangerouslySetInnerHTML={{ __html: trustedHtml(show.description) }}
        />
        <div className="site-actions">
          {latest && (
            <span className="site-play-latest">
              <PlayButton target={targetOf(latest, config)} title={latest.title} />
              <span aria-hidden="true">{t('play_latest')}</span>
              <noscript>
                <a href={latest.site_url}>{t('play_latest')}</a>
              </noscript>
            </span>
          )}
          <MarkButton kind="show" id={show.show_id} isMarked={isFollowed} />
          <SubscribeMenu links={subscribe} />
          <EmbedButton item={showItem(show)} />
          <PageMenu
            title={show.title}
            of={{ show_id: show.show_id }}
            isOwn={mayEdit}
            editPath={studioPath('edit-show', { show_id: show.show_id })}
          />
        </div>
        <p className="site-tags">
          {categories.map(({ name, href }) => (
            <a className="es-chip" key={name} href={href ?? undefined}>
              {name}
            </a>
          ))}
          {show.link_url && <a href={show.link_url}>{t('website')}</a>}
        </p>
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
