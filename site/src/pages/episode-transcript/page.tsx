import { withTime } from 'earshot/bar';
import type { Episode } from 'earshot/contract';
import { formatTime } from 'earshot/react';
import { LinkBelow } from '../../action.tsx';
import { targetOf } from '../../parts/play-target.ts';
import { notesData } from '../../parts/seek-links.ts';
import { useSite, useTexts } from '../../site-context.tsx';

type Brief = Pick<
  Episode,
  'episode_id' | 'title' | 'show_title' | 'site_url' | 'api_url' | 'show_id'
>;

interface EpisodeTranscriptPageProps {
  episode: Brief;
  /** BCP 47. */
  language: string;
  /** `starts_at` in seconds; null for a text without times. */
  paragraphs: readonly { starts_at: number | null; speaker: string | null; text: string }[];
}

/**
 * The whole text of an episode, for reading and printing. Each time plays from there, or links to the page of the
 * episode.
 */
export function Page({ episode, language, paragraphs }: EpisodeTranscriptPageProps) {
  const { config } = useSite();
  const t = useTexts('transcript');
  const { title, show_title, site_url } = episode;
  return (
    <article>
      <p className="site-byline" dir="auto">
        {show_title}
      </p>
      <h1 dir="auto">{t('title', { title })}</h1>
      <LinkBelow href={site_url}>{t('back')}</LinkBelow>
      <div className="site-script" lang={language} {...notesData(targetOf(episode, config))}>
        {paragraphs.map(({ starts_at, speaker, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other name, and never change.
          <div key={index} className="es-said">
            {starts_at !== null && (
              <a
                className="es-time"
                href={withTime(site_url, starts_at)}
                data-seek={starts_at}
                aria-label={t('play_from', { time: formatTime(starts_at) })}
              >
                {formatTime(starts_at)}
              </a>
            )}
            <p dir="auto">
              {speaker !== null && <strong>{speaker}: </strong>}
              {text}
            </p>
          </div>
        ))}
      </div>
    </article>
  );
}
