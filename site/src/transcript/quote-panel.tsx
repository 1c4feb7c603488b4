import { CLOSE_ICON, type Quote, quoteUrl } from 'earshot/bar';
import type { Episode, EpisodeQuote } from 'earshot/contract';
import { episodeItem } from 'earshot/embed';
import { CopyField, formatTime, Icon, openEmbedDialog, usePlayer } from 'earshot/react';
import { useState } from 'react';
import { Action } from '../action.tsx';
import { targetOf } from '../parts/play-target.ts';
import { useSite, useTexts } from '../site-context.tsx';

interface QuotePanelProps {
  episode: Episode;
  quote: Quote;
  onClose(): void;
}

/** Actions on a passage: play it, make a link to it, embed a player of it. */
export function QuotePanel({ episode, quote, onClose }: QuotePanelProps) {
  const { config } = useSite();
  const t = useTexts('transcript');
  const player = usePlayer();
  const { start, end, text } = quote;
  const target = { ...targetOf(episode, config), offset_start: start, offset_end: end };
  const { link, keep } = useKeptQuote(episode, quote);
  const embed = async () => {
    const kept = await keep();
    const part = { start, end, ...(kept && { quote: kept.quote_id }) };
    openEmbedDialog({ ...episodeItem(episode), part });
  };
  return (
    <section className="site-quote" aria-label={t('quote')}>
      <p className="site-quote-head">
        <strong>{t('quote_of', { start: formatTime(start), end: formatTime(end) })}</strong>
        <button type="button" className="es-button" aria-label={t('quote_close')} onClick={onClose}>
          <Icon path={CLOSE_ICON} />
        </button>
      </p>
      <blockquote dir="auto">{text}</blockquote>
      <div aria-live="polite">
        {link && (
          <>
            <CopyField label={t('quote_link')} text={link.url} />
            <p className="es-hint">{t(link.isKept ? 'quote_kept' : 'quote_failed')}</p>
          </>
        )}
      </div>
      <p className="site-form-end">
        <Action onClick={() => player?.load(target, { autoplay: true })}>{t('quote_play')}</Action>
        {!link && <Action onClick={keep}>{t('quote_get')}</Action>}
        <Action aria-haspopup="dialog" onClick={embed}>
          {t('quote_embed')}
        </Action>
      </p>
    </section>
  );
}

/** The quote on the server, once it is asked for. If it cannot be kept, the link leads to the times of the passage. */
function useKeptQuote(episode: Episode, quote: Quote) {
  const { client } = useSite();
  const [answer, setAnswer] = useState<{ of: string; kept: EpisodeQuote | null } | null>(null);
  const url = quoteUrl(episode.site_url, quote);
  const known = answer?.of === url ? answer : null;
  // Only quotes of public episodes are kept.
  const isPrivate = episode.state === 'private';

  async function keep(): Promise<EpisodeQuote | null> {
    if (known || isPrivate) return known?.kept ?? null;
    const { episode_id } = episode;
    const span = { starts_at: quote.start, ends_at: quote.end };
    const kept = await client?.api
      .post<{ quote: EpisodeQuote }>('episode_quotes', { episode_id, ...span })
      .then((made) => made.quote)
      .catch(() => null);
    setAnswer({ of: url, kept: kept ?? null });
    return kept ?? null;
  }

  const link = known && { url: known.kept?.site_url ?? url, isKept: known.kept !== null };
  return { keep, link: isPrivate ? { url, isKept: false } : link };
}
