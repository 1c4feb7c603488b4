import type { Episode } from 'earshot/contract';
import { episodeItem } from 'earshot/embed';
import {
  artworkStyle,
  type RefusedForm,
  type SiteComments,
  type SiteTranscript,
  trustedHtml,
} from 'earshot/internal';
import { EmbedButton, PlayButton } from 'earshot/react';
import { lateComments } from '../../comments/late-comments.ts';
import { MarkButton } from '../../marks/mark-button.tsx';
import { Cover } from '../../parts/cover.tsx';
import { PublishedOn } from '../../parts/episode-row.tsx';
import { Heard } from '../../parts/heard.tsx';
import { Length } from '../../parts/length.tsx';
import { targetOf } from '../../parts/play-target.ts';
import { QueueMenu } from '../../parts/queue-menu.tsx';
import { ReportLink } from '../../parts/report-link.tsx';
import { notesData } from '../../parts/seek-links.ts';
import { ShareEmbed } from '../../parts/share-embed.tsx';
import { SharedTime, useSharedTarget, useSharedTime } from '../../parts/shared-time.tsx';
import { useSite } from '../../site-context.tsx';
import { lateTranscript } from '../../transcript/late-transcript.ts';
import { Chapters } from './chapters.tsx';
import { lateListening, lateNews } from './late-news.ts';

export interface EpisodePageProps {
  episode: Episode;
  isLiked: boolean;
  /** The code for pages elsewhere. */
  embedCode: string;
  transcript: SiteTranscript | null;
  comments: SiteComments;
  /** A comment that the server has refused, sent without JavaScript. */
  refused: RefusedForm | null;
}

export function EpisodePage({
  episode,
  isLiked,
  embedCode,
  transcript,
  comments,
  refused,
}: EpisodePageProps) {
  const { config, t } = useSite();
  const item = episodeItem(episode);
  const sharedTime = useSharedTime(episode);
  const target = useSharedTarget(episode, sharedTime);
  return (
    <article style={artworkStyle(episode.image_color, undefined)}>
      <header className="site-head">
        <Cover of={episode} side={240} sizes={[320, 480]} />
        <div>
          <p className="site-byline">
            <a href={`${config.SITE_URL}/show/${episode.show_permalink}`} dir="auto">
              {episode.show_title}
            </a>
          </p>
          <h1 dir="auto">{episode.title}</h1>
          <p className="site-play">
            <PlayButton target={target} title={episode.title} />
            <span>
              <PublishedOn date={episode.published_at} /> <Length seconds={episode.duration} />{' '}
              {episode.show_listeners && <lateListening.Part episodeId={episode.episode_id} />}
            </span>
            {sharedTime && <SharedTime episode={episode} range={sharedTime} />}
            <QueueMenu episode={episode} />
          </p>
          <lateNews.Part key={episode.episode_id} episode={episode} />
          <Heard episodeId={episode.episode_id} duration={episode.duration} />
          <div className="site-actions">
            <MarkButton kind="episode" id={episode.episode_id} isMarked={isLiked} />
            <EmbedButton item={item} />
            <ReportLink of={{ episode_id: episode.episode_id }} />
          </div>
          <noscript>
            <audio controls preload="none" src={episode.http_url} />
          </noscript>
        </div>
      </header>
      {/* The headings of the notes begin at the third level. */}
      <h2 className="site-hidden">{t('notes')}</h2>
      <div
        className="site-prose"
        dir="auto"
        {...notesData(targetOf(episode, config))}
        dangerouslySetInnerHTML={{ __html: trustedHtml(episode.description) }}
      />
      <Chapters episode={episode} />
      {transcript && (
        <lateTranscript.Part
          key={`transcript-${episode.episode_id}`}
          episode={episode}
          transcript={transcript}
        />
      )}
      <lateComments.Part
        key={episode.episode_id}
        episode={episode}
        comments={comments}
        refused={refused}
      />
      <ShareEmbed code={embedCode} />
    </article>
  );
}
