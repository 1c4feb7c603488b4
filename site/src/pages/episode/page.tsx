import { type Chapter, type Episode, imageUrl } from 'earshot/contract';
import { episodeItem } from 'earshot/embed';
import { EmbedButton, formatTime, PlayButton, usePlayer } from 'earshot/react';
import { PublishedOn } from '../../parts/episode-row.tsx';
import { targetOf } from '../../parts/play-target.ts';
import { ShareEmbed } from '../../parts/share-embed.tsx';
import { useSite } from '../../site-context.tsx';

export interface EpisodePageProps {
  episode: Episode;
}

export function EpisodePage({ episode }: EpisodePageProps) {
  const { config } = useSite();
  const item = episodeItem(episode);
  return (
    <article>
      <header className="site-head">
        {episode.image_url && (
          <img src={imageUrl(episode.image_url, 480)} width={240} height={240} alt="" />
        )}
        <div>
          <p className="site-byline">
            <a href={`${config.SITE_URL}/show/${episode.show_permalink}`}>{episode.show_title}</a>
          </p>
          <h1>{episode.title}</h1>
          <p className="site-play">
            <PlayButton target={targetOf(episode, config)} title={episode.title} />
            <span>
              <PublishedOn date={episode.published_at} /> · {formatTime(episode.duration)}
            </span>
          </p>
          <p>
            <EmbedButton item={item} />
          </p>
          <noscript>
            <audio controls preload="none" src={episode.http_url} />
          </noscript>
        </div>
      </header>
      <div className="site-prose" dangerouslySetInnerHTML={{ __html: episode.description }} />
      <Chapters episode={episode} />
      <ShareEmbed item={item} />
    </article>
  );
}

function Chapters({ episode }: EpisodePageProps) {
  const { t } = useSite();
  if (episode.chapters.length === 0) return null;
  return (
    <section>
      <h2>{t('chapters')}</h2>
      <ol className="site-chapters">
        {episode.chapters.map((chapter) => (
          <ChapterRow key={chapter.starts_at} chapter={chapter} episode={episode} />
        ))}
      </ol>
    </section>
  );
}

function ChapterRow({ chapter, episode }: { chapter: Chapter; episode: Episode }) {
  const { config, t } = useSite();
  const player = usePlayer();
  const { starts_at, title } = chapter;
  const time = formatTime(starts_at);
  return (
    <li>
      <button
        type="button"
        aria-label={t('listen_from', { time, title })}
        onClick={() =>
          player?.load(targetOf(episode, config), { autoplay: true, currentTime: starts_at })
        }
      >
        <span className="es-time">{time}</span>
        <span>{title}</span>
      </button>
    </li>
  );
}
