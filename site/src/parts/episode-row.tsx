import type { EpisodeBrief } from 'earshot/contract';
import { formatDate } from 'earshot/internal';
import { PlayButton } from 'earshot/react';
import type { ReactNode } from 'react';
import { useSite } from '../site-context.tsx';
import { Cover } from './cover.tsx';
import { Heard } from './heard.tsx';
import { Length } from './length.tsx';
import { targetOf } from './play-target.ts';
import { QueueMenu } from './queue-menu.tsx';

export function EpisodeRow({
  episode,
  withShow = false,
  isOnShow = false,
  title = episode.title,
  excerpt,
  children,
}: {
  episode: EpisodeBrief;
  withShow?: boolean;
  /** The row stands on the page of its show. */
  isOnShow?: boolean;
  /** The title with marks in it. */
  title?: ReactNode;
  /** A part of the notes. */
  excerpt?: ReactNode;
  /** Another button at the end. */
  children?: ReactNode;
}) {
  const { config, t } = useSite();
  const { season, episode_number: number, show_language: language } = episode;
  return (
    <li className="site-row" data-episode={episode.episode_id}>
      <PlayButton target={targetOf(episode, config)} title={episode.title} />
      {withShow && <Cover of={episode} side={56} sizes={[80, 160]} isLazy />}
      <div className="site-row-text">
        <a href={episode.site_url} dir="auto" lang={language}>
          {title}
        </a>
        <p>
          {withShow && (
            <>
              <bdi lang={language}>{episode.show_title}</bdi> ·{' '}
            </>
          )}
          <PublishedOn date={episode.published_at} />
          {number !== null && (
            <>
              {' '}
              · {t(season === null ? 'number' : 'season_number', { season: season ?? '', number })}
            </>
          )}
        </p>
        {excerpt && (
          <p className="site-excerpt" dir="auto" lang={language}>
            {excerpt}
          </p>
        )}
        <Heard episodeId={episode.episode_id} duration={episode.duration} />
      </div>
      <Length seconds={episode.duration} />
      <QueueMenu
        title={episode.title}
        episode={episode}
        isOnShow={isOnShow}
        report={{ episode_id: episode.episode_id }}
      />
      {children}
    </li>
  );
}

/** In UTC, so that server and client render the same text. A draft has no date. */
export function PublishedOn({ date }: { date: string | null }) {
  const { t } = useSite();
  if (date === null) return null;
  return <time dateTime={date}>{formatDate(date, t('date_locale'))}</time>;
}
