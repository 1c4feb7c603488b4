import { type MouseEvent, type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import type { TranscriptCue } from '../contract/transcripts.ts';
import type { Passage } from '../transcript/quote.ts';
import { cueOf } from './cue-elements.ts';
import { Icon } from './icons.tsx';
import { SEARCH_ICON } from './more-icons.ts';
import { moveBetweenParagraphs } from './move-between-paragraphs.ts';
import type { ReaderTranslate } from './reader-translate.ts';
import { TranscriptSearch } from './transcript-search.tsx';
import { TranscriptWords } from './transcript-words.tsx';
import { useSpokenCue } from './use-spoken-cue.ts';

export interface TranscriptReaderProps {
  t: ReaderTranslate;
  episodeId: number;
  cues: readonly TranscriptCue[];
  /** BCP 47. */
  language: string | null;
  /** The element that scrolls. */
  box: RefObject<HTMLElement | null>;
  /** `seconds` of the content. */
  onPlay: (seconds: number) => void;
  /** A search result is shown. */
  onFind?: () => void;
  /** Paragraphs were selected by the keyboard. */
  onSelect?: (passage: Passage) => void;
  /** In a low place, the search is behind a button. */
  isLow?: boolean;
  /** More tools beside the search. */
  children?: ReactNode;
}

/** A transcript beside its player: it follows the sound, searches, and plays from any place. */
export function TranscriptReader(props: TranscriptReaderProps) {
  const { t, cues, box, language, episodeId, onFind, isLow = false } = props;
  const { isFollowing, follow, stopFollowing } = useSpokenCue(box, { cues, episodeId });
  const anchor = useRef<number | null>(null);
  const searchButton = useRef<HTMLButtonElement>(null);
  const [isSearching, setSearching] = useState(!isLow);
  const playFrom = useMemo(() => (time: string) => t('play_from', { time }), [t]);
  const onShow = useMemo(
    () => () => {
      stopFollowing();
      onFind?.();
    },
    [stopFollowing, onFind],
  );

  const close = () => {
    searchButton.current?.focus();
    setSearching(false);
  };
  const press = ({ target }: MouseEvent) => {
    const isSelection = getSelection()?.isCollapsed === false;
    const button = (target as Element).closest<HTMLElement>('[data-from]');
    const index = button ? Number(button.dataset.from) : cueOf(target as Element);
    const cue = index === null ? undefined : cues[index];
    if (!cue || (isSelection && !button)) return;
    props.onPlay(cue.starts_at);
    follow();
  };

  return (
    <div className="es-reader">
      {(isSearching || props.children) && (
        <div className="es-reader-tools">
          {isSearching && (
            <TranscriptSearch {...{ t, cues, box, onShow }} onClose={isLow ? close : undefined} />
          )}
          {props.children}
        </div>
      )}
      <div className="es-reader-frame">
        <section
          ref={box}
          className="es-reader-box"
          lang={language ?? undefined}
          aria-label={t('words')}
          onClick={press}
          onKeyDown={(event) => {
            const selected = moveBetweenParagraphs(event, anchor);
            if (selected) props.onSelect?.(selected);
          }}
        >
          <TranscriptWords cues={cues} playFrom={playFrom} />
        </section>
        {isLow && (
          <button
            ref={searchButton}
            type="button"
            className="es-button es-reader-find"
            aria-label={t('search')}
            aria-expanded={isSearching}
            onClick={() => setSearching(!isSearching)}
          >
            <Icon path={SEARCH_ICON} />
          </button>
        )}
        {!isFollowing && (
          <button
            type="button"
            className="es-action es-reader-follow"
            data-kind="secondary"
            onClick={follow}
          >
            {t('follow')}
          </button>
        )}
      </div>
    </div>
  );
}
