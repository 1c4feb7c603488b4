import { imageUrl } from 'earshot/contract';
import { type EpisodeBrief, isoDuration } from 'earshot/internal';
import { formatTime, PlayButton } from 'earshot/react';
import { useSite } from '../site-context.tsx';
import { targetOf } from './play-target.ts';

export function EpisodeRow({
  episode,
  withShow = false,
}: {
  episode: EpisodeBrief;
  withShow?: boolean;
}) {
  const { config } = useSite();
  return (
    <li className="site-row">
      <PlayButton target={targetOf(episode, config)} title={episode.title} />
      {withShow && episode.image_url && (
        <img src={imageUrl(episode.image_url, 100)} width={56} height={56} alt="" loading="lazy" />
      )}
      <div className="site-row-text">
        <a href={episode.site_url}>{episode.title}</a>
        <p>
          {withShow && `${episode.show_title} · `}
          <PublishedOn date={episode.published_at} />
        </p>
      </div>
      {episode.duration > 0 && (
        <time className="site-length" dateTime={isoDuration(episode.duration)}>
          {formatTime(episode.duration)}
        </time>
      )}
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
