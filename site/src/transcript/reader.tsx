import { type LoadedTranscript, quoteOf, TranscriptReader } from 'earshot/bar';
import type { Episode } from 'earshot/contract';
import { usePlayer } from 'earshot/react';
import { useCallback, useRef } from 'react';
import { ActionLink } from '../action.tsx';
import { targetOf } from '../parts/play-target.ts';
import { useSite, useTexts } from '../site-context.tsx';
import { QuotePanel } from './quote-panel.tsx';
import { usePassage } from './use-passage.ts';

interface ReaderProps {
  episode: Episode;
  transcript: LoadedTranscript;
  /** The page with the whole text. */
  page: string;
  /** BCP 47. */
  language: string | null;
}

/** The transcript beside the player, with a panel for the selected passage. */
export function Reader({ episode, transcript, page, language }: ReaderProps) {
  const { config } = useSite();
  const t = useTexts('transcript');
  const player = usePlayer();
  const box = useRef<HTMLElement>(null);
  const { passage, choose } = usePassage(box);
  const { cues } = transcript;
  const quote = passage && quoteOf(cues, passage);
  const onFind = useCallback(() => box.current?.scrollIntoView({ block: 'nearest' }), []);

  return (
    <div className="site-transcript">
      <TranscriptReader
        t={transcript.t}
        cues={cues}
        episodeId={episode.episode_id}
        language={language}
        box={box}
        onPlay={(seconds) => {
          player?.load(targetOf(episode, config), { autoplay: true, currentTime: seconds });
        }}
        onFind={onFind}
        onSelect={choose}
      >
        <ActionLink kind={null} href={page}>
          {t('as_text')}
        </ActionLink>
      </TranscriptReader>
      <p className="es-hint">{t('quote_hint')}</p>
      {quote && <QuotePanel episode={episode} quote={quote} onClose={() => choose(null)} />}
    </div>
  );
}
