import { CHEVRON_DOWN_ICON, CHEVRON_UP_ICON } from 'earshot/bar';
import { Icon } from 'earshot/react';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { useTexts } from '../site-context.tsx';
import { cueElement, showInBox } from './cue-elements.ts';
import { indexWords, searchCues } from './search-cues.ts';

export interface SearchFieldProps {
  cues: readonly { text: string }[];
  box: RefObject<HTMLElement | null>;
  /** A search result is shown instead of the current cue. */
  onShow(): void;
}

/** Searches the transcript, and moves between results: Enter to the next one, with Shift to the previous one. */
export function SearchField({ cues, box, onShow }: SearchFieldProps) {
  const t = useTexts('transcript');
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const index = useMemo(() => indexWords(cues), [cues]);
  const matches = useMemo(() => searchCues(index, query), [index, query]);
  const match = matches[at];

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
    box.current?.scrollIntoView({ block: 'nearest' });
    return () => {
      if (element.dataset.found === 'here') element.dataset.found = '';
    };
  }, [match, box, onShow]);

  const count = matches.length;
  const step = (by: number) => setAt((before) => (before + by + count) % Math.max(1, count));
  const isAsked = query.trim().length > 1;
  return (
    <search className="site-transcript-search">
      <input
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        value={query}
        dir="auto"
        onChange={(event) => {
          setQuery(event.target.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          step(event.shiftKey ? -1 : 1);
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
