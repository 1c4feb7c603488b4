import { artworkStyle } from 'earshot/bar';
import type { Episode, EpisodeQuote } from 'earshot/contract';
import { episodeItem } from 'earshot/embed';
import { EmbedButton, formatTime, PlayButton } from 'earshot/react';
import { ActionLink } from '../../action.tsx';
import { targetOf } from '../../parts/play-target.ts';
import { useSite, useTexts } from '../../site-context.tsx';

export interface QuotePageProps {
  quote: EpisodeQuote;
  /** Without its notes. */
  episode: Episode;
}

/** Words of an episode, large and without a picture. They play from wherever they are now. */
export function Page({ quote, episode }: QuotePageProps) {
  const { config } = useSite();
  const t = useTexts('transcript');
  const { title, show_title, show_permalink, show_language, site_url } = episode;
  const { text, state } = quote;
  return (
    <article className="site-quotation" style={artworkStyle(episode.image_color, undefined)}>
      <h1 className="site-hidden">{t('quote')}</h1>
      <figure>
        {text === null ? (
          <p className="site-quotation-lost">
            {t(state === 'moving' ? 'quote_moving' : 'quote_lost')}
          </p>
        ) : (
          <blockquote dir="auto" lang={quote.language ?? undefined} cite={site_url}>
            {text}
          </blockquote>
        )}
        <figcaption>
          <Play quote={quote} episode={episode} />
          <span>
            <cite dir="auto" lang={show_language}>
              <a href={site_url}>{title}</a>
            </cite>
            <a
              className="site-byline"
              href={`${config.SITE_URL}/show/${show_permalink}`}
              dir="auto"
              lang={show_language}
            >
              {show_title}
            </a>
          </span>
        </figcaption>
      </figure>
      <div className="site-actions">
        <ActionLink href={site_url}>{t('quote_whole')}</ActionLink>
        {quote.starts_at !== null && (
          <EmbedButton
            item={{
              ...episodeItem(episode),
              url: quote.site_url,
              part: { start: quote.starts_at, end: quote.ends_at, quote: quote.quote_id },
            }}
          />
        )}
      </div>
    </article>
  );
}

/** The button that plays exactly these words, with their times. */
function Play({ quote: { text, starts_at, ends_at }, episode }: QuotePageProps) {
  const { config } = useSite();
  if (starts_at === null || ends_at === null) return null;
  const target = { ...targetOf(episode, config), offset_start: starts_at, offset_end: ends_at };
  const part = `#t=${starts_at},${ends_at}`;
  return (
    <>
      <PlayButton target={target} title={text ?? episode.title} />
      <span className="site-quotation-time" dir="ltr">
        {formatTime(starts_at)}–{formatTime(ends_at)}
      </span>
      <noscript>
        <audio controls preload="none" src={episode.http_url + part} />
      </noscript>
    </>
  );
}
