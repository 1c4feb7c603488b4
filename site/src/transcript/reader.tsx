import type { Episode } from 'earshot/contract';
import { usePlayer } from 'earshot/react';
import type { TranscriptCue } from 'earshot-site/contract';
import { type MouseEvent, useCallback, useRef } from 'react';
import { targetOf } from '../parts/play-target.ts';
import { useSite, useTexts } from '../site-context.tsx';
import { cueOf } from './cue-elements.ts';
import { moveFocus } from './move-focus.ts';
import { quoteOf } from './quote.ts';
import { QuotePanel } from './quote-panel.tsx';
import { SearchField } from './search-field.tsx';
import { usePassage } from './use-passage.ts';
import { useSpokenCue } from './use-spoken-cue.ts';
import { Words } from './words.tsx';

export interface ReaderProps {
  episode: Episode;
  cues: readonly TranscriptCue[];
  /** The page with the whole text. */
  page: string;
  /** BCP 47. */
  language: string | null;
}

/** The transcript beside the player: it follows the sound, searches, and plays from any place. */
export function Reader({ episode, cues, page, language }: ReaderProps) {
  const { config } = useSite();
  const t = useTexts('transcript');
  const player = usePlayer();
  const box = useRef<HTMLElement>(null);
  const { isFollowing, follow, stopFollowing } = useSpokenCue(box, {
    cues,
    episodeId: episode.episode_id,
  });
  const { passage, choose } = usePassage(box);
  const anchor = useRef<number | null>(null);
  const quote = passage && quoteOf(cues, passage);
  const playFrom = useCallback((time: string) => t('play_from', { time }), [t]);

  const press = ({ target }: MouseEvent) => {
    const isSelection = getSelection()?.isCollapsed === false;
    const button = (target as Element).closest<HTMLElement>('[data-from]');
    const index = button ? Number(button.dataset.from) : cueOf(target as Element);
    const cue = index === null ? undefined : cues[index];
    if (!cue || (isSelection && !button)) return;
    player?.load(targetOf(episode, config), { autoplay: true, currentTime: cue.starts_at });
    follow();
  };

  return (
    <div className="site-transcript">
      <div className="site-transcript-tools">
        <SearchField cues={cues} box={box} onShow={stopFollowing} />
        <a className="es-action" href={page}>
          {t('as_text')}
        </a>
      </div>
      <div className="site-transcript-frame">
        <section
          ref={box}
          className="site-transcript-box"
          lang={language ?? undefined}
          aria-label={t('words')}
          onClick={press}
          onKeyDown={(event) => {
            const selected = moveFocus(event, anchor);
            if (selected) choose(selected);
          }}
        >
          <Words cues={cues} playFrom={playFrom} />
        </section>
        {!isFollowing && (
          <button
            type="button"
            className="es-action site-transcript-follow"
            data-kind="secondary"
            onClick={follow}
          >
            {t('follow')}
          </button>
        )}
      </div>
      <p className="es-hint">{t('quote_hint')}</p>
      {quote && <QuotePanel episode={episode} quote={quote} onClose={() => choose(null)} />}
    </div>
  );
}
