import { CLOSE_ICON, COPIED_SHARE_BOX_MS, type Quote, quoteUrl } from 'earshot/bar';
import type { Episode } from 'earshot/contract';
import { episodeItem } from 'earshot/embed';
import { CopyField, formatTime, Icon, openEmbedDialog, usePlayer } from 'earshot/react';
import { targetOf } from '../parts/play-target.ts';
import { useSite, useTexts } from '../site-context.tsx';

export interface QuotePanelProps {
  episode: Episode;
  quote: Quote;
  onClose(): void;
}

/** Actions on a passage: play it, copy a link to it, embed a player of it. */
export function QuotePanel({ episode, quote, onClose }: QuotePanelProps) {
  const { config } = useSite();
  const t = useTexts('transcript');
  const player = usePlayer();
  const { start, end, text } = quote;
  const target = { ...targetOf(episode, config), offset_start: start, offset_end: end };
  const part = { start, end };
  return (
    <section className="site-quote" aria-label={t('quote')}>
      <p className="site-quote-head">
        <strong>{t('quote_of', { start: formatTime(start), end: formatTime(end) })}</strong>
        <button type="button" className="es-button" aria-label={t('quote_close')} onClick={onClose}>
          <Icon path={CLOSE_ICON} />
        </button>
      </p>
      <blockquote dir="auto">{text}</blockquote>
      <CopyField
        label={t('quote_link')}
        text={quoteUrl(episode.site_url, quote)}
        feedbackMs={COPIED_SHARE_BOX_MS}
      />
      <p className="site-form-end">
        <button
          type="button"
          className="es-action"
          data-kind="secondary"
          onClick={() => player?.load(target, { autoplay: true })}
        >
          {t('quote_play')}
        </button>
        <button
          type="button"
          className="es-action"
          data-kind="secondary"
          aria-haspopup="dialog"
          onClick={() => openEmbedDialog({ ...episodeItem(episode), part })}
        >
          {t('quote_embed')}
        </button>
      </p>
    </section>
  );
}
