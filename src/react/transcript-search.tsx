import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { indexWords, searchCues } from '../transcript/search-cues.ts';
import { cueElement, showInBox } from './cue-elements.ts';
import { Icon } from './icons.tsx';
import { CHEVRON_DOWN_ICON, CHEVRON_UP_ICON } from './more-icons.ts';
import type { ReaderTranslate } from './reader-translate.ts';

export interface TranscriptSearchProps {
  t: ReaderTranslate;
  cues: readonly { text: string }[];
  box: RefObject<HTMLElement | null>;
  /** A search result is shown instead of the current cue. */
  onShow: () => void;
  /** Set for a field that the listener has opened: it takes the focus, and Escape closes it. */
  onClose?: (() => void) | undefined;
}

/** Searches the transcript, and moves between results: Enter to the next one, with Shift to the previous one. */
export function TranscriptSearch({ t, cues, box, onShow, onClose }: TranscriptSearchProps) {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const index = useMemo(() => indexWords(cues), [cues]);
  const matches = useMemo(() => searchCues(index, query), [index, query]);
  const match = matches[at];
  const isOpened = onClose !== undefined;
  // Before the next key.
  useLayoutEffect(() => {
    if (isOpened) field.current?.focus();
  }, [isOpened]);

  useEffect(() => {
    const marked: HTMLElement[] = [];
    for (const [first, last] of matches) {
      for (let cue = first; cue <= last; cue += 1) {
        const element = cueElement(box.current, cue);
        if (!element) continue;
        element.dataset.found = '';
        marked.push(element);
      }
    }
    return () => {
      for (const element of marked) delete element.dataset.found;
    };
  }, [matches, box]);

  useEffect(() => {
    const element = match && cueElement(box.current, match[0]);
    if (!element) return;
    element.dataset.found = 'here';
    onShow();
    showInBox(box.current, element);
    return () => {
      if (element.dataset.found === 'here') element.dataset.found = '';
    };
  }, [match, box, onShow]);

  const count = matches.length;
  const step = (by: number) => setAt((before) => (before + by + count) % Math.max(1, count));
  const isAsked = query.trim().length > 1;
  return (
    <search className="es-reader-search">
      <input
        ref={field}
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        value={query}
        dir="auto"
        onInput={(event) => {
          setQuery(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          const press = {
            Enter: () => step(event.shiftKey ? -1 : 1),
            Escape: onClose,
          }[event.key];
          if (!press || event.nativeEvent.isComposing) return; // the key is for the input method
          event.preventDefault();
          press();
        }}
      />
      <span role="status">
        {isAsked && (count > 0 ? t('found', { number: at + 1, count }) : t('not_found'))}
      </span>
      <button
        type="button"
        className="es-button"
        aria-label={t('previous')}
        disabled={count < 2}
        onClick={() => step(-1)}
      >
        <Icon path={CHEVRON_UP_ICON} />
      </button>
      <button
        type="button"
        className="es-button"
        aria-label={t('next')}
        disabled={count < 2}
        onClick={() => step(1)}
      >
        <Icon path={CHEVRON_DOWN_ICON} />
      </button>
    </search>
  );
}
