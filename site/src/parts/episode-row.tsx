import type { EpisodeBrief } from 'earshot/internal';
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
  excerpt,
  children,
}: {
  episode: EpisodeBrief;
  withShow?: boolean;
  /** The beginning of the notes. */
  excerpt?: string;
  /** Another button at the end. */
  children?: ReactNode;
}) {
  const { config, t } = useSite();
  const { season, episode_number: number } = episode;
  return (
    <li className="site-row" data-episode={episode.episode_id}>
      <PlayButton target={targetOf(episode, config)} title={episode.title} />
      {withShow && <Cover of={episode} side={56} sizes={[80, 160]} isLazy />}
      <div className="site-row-text">
        <a href={episode.site_url} dir="auto">
          {episode.title}
        </a>
        <p>
          {withShow && (
            <>
              <bdi>{episode.show_title}</bdi> ·{' '}
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
          <p className="site-excerpt" dir="auto">
            {excerpt}
          </p>
        )}
        <Heard episodeId={episode.episode_id} duration={episode.duration} />
      </div>
      <Length seconds={episode.duration} />
      <QueueMenu episode={episode} />
      {children}
    </li>
  );
}

/** In UTC, so that server and client render the same text. A draft has no date. */
export function PublishedOn({ date }: { date: string | null }) {
  const { t } = useSite();
  if (date === null) return null;
  const format = new Intl.DateTimeFormat(t('date_locale'), {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return <time dateTime={date}>{format.format(new Date(date))}</time>;
}
