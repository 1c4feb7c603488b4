import { artworkStyle } from 'earshot/bar';
import type { Episode } from 'earshot/contract';
import { episodeItem } from 'earshot/embed';
import { trustedHtml } from 'earshot/internal';
import { EmbedButton, PlayButton } from 'earshot/react';
import type { RefusedForm, SiteAround, SiteComments, SiteTranscript } from 'earshot-site/contract';
import { PageMenu } from '../../account/page-menu.tsx';
import { ActionLink } from '../../action.tsx';
import { lateComments } from '../../comments/late-comments.ts';
import { MarkButton } from '../../marks/mark-button.tsx';
import { Cover } from '../../parts/cover.tsx';
import { PublishedOn } from '../../parts/episode-row.tsx';
import { Heard } from '../../parts/heard.tsx';
import { Length } from '../../parts/length.tsx';
import { targetOf } from '../../parts/play-target.ts';
import { notesData } from '../../parts/seek-links.ts';
import { ShareEmbed } from '../../parts/share-embed.tsx';
import { SharedTime, useSharedTarget, useSharedTime } from '../../parts/shared-time.tsx';
import type { SubscribeLink } from '../../parts/subscribe-links.ts';
import { SubscribeMenu } from '../../parts/subscribe-menu.tsx';
import { useSite } from '../../site-context.tsx';
import { studioPath } from '../../studio/studio-paths.ts';
import { lateTranscript } from '../../transcript/late-transcript.ts';
import { MoreEpisodes, People } from './around.tsx';
import { Chapters } from './chapters.tsx';
import { lateListening, lateNews } from './late-news.ts';

export interface EpisodePageProps {
  episode: Episode;
  isLiked: boolean;
  /** The viewer is an author of the show. */
  mayEdit: boolean;
  /** The code for other sites. */
  embedCode: string;
  around: SiteAround;
  subscribe: SubscribeLink[];
  transcript: SiteTranscript | null;
  comments: SiteComments;
  /** A comment sent without JavaScript that the server has refused. */
  refused: RefusedForm | null;
}

export function Page({
  episode,
  isLiked,
  mayEdit,
  embedCode,
  around,
  subscribe,
  transcript,
  comments,
  refused,
}: EpisodePageProps) {
  const { config, t } = useSite();
  const item = episodeItem(episode);
  const { show_language: language } = episode;
  const sharedTime = useSharedTime(episode);
  const target = useSharedTarget(episode, sharedTime);
  return (
    <article style={artworkStyle(episode.image_color, undefined)}>
      <header className="site-head">
        <Cover of={episode} side={240} sizes={[320, 480]} />
        <div>
          <p className="site-byline">
            <a
              href={`${config.SITE_URL}/show/${episode.show_permalink}`}
              dir="auto"
              lang={language}
            >
              {episode.show_title}
            </a>
          </p>
          <h1 dir="auto" lang={language}>
            {episode.title}
          </h1>
          <p className="site-play">
            <PlayButton target={target} title={episode.title} />
            <span>
              <PublishedOn date={episode.published_at} /> <Length seconds={episode.duration} />{' '}
              {episode.show_listeners && <lateListening.Part episodeId={episode.episode_id} />}
            </span>
            <PageMenu
              title={episode.title}
              of={{ episode_id: episode.episode_id }}
              isOwn={mayEdit}
              episode={episode}
            />
            {sharedTime && <SharedTime episode={episode} range={sharedTime} />}
          </p>
          <lateNews.Part key={episode.episode_id} episode={episode} />
          <Heard episodeId={episode.episode_id} duration={episode.duration} />
          <div className="site-actions">
            <MarkButton kind="episode" id={episode.episode_id} isMarked={isLiked} />
            <SubscribeMenu links={subscribe} />
            <EmbedButton item={item} />
            {mayEdit && (
              <ActionLink href={studioPath('edit-episode', { episode_id: episode.episode_id })}>
                {t('edit')}
              </ActionLink>
            )}
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
        lang={language}
        {...notesData(targetOf(episode, config))}
        dangerouslySetInnerHTML={{ __html: trustedHtml(episode.description) }}
      />
      <Chapters episode={episode} />
      <People people={around.people} />
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
      <MoreEpisodes show={episode.show_title} around={around} />
      <ShareEmbed code={embedCode} />
    </article>
  );
}
