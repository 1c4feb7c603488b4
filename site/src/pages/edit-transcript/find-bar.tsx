import { useState } from 'react';
import { Action } from '../../action.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import type { CueRow } from './cue-rows.ts';
import { findAll, type Match, replaceAll, replaceOne } from './find-and-replace.ts';

interface FindBarProps {
  rows: readonly CueRow[];
  /** Shows a result. Null for none. */
  onShow(match: Match | null): void;
  onStep(rows: readonly CueRow[]): void;
}

/** Finds words in all cues, and replaces them one by one or everywhere. */
export function FindBar({ rows, onShow, onStep }: FindBarProps) {
  const { client } = useSite();
  const t = useTexts('captions');
  const [words, setWords] = useState('');
  const [other, setOther] = useState('');
  const [matchCase, setMatchCase] = useState(false);
  const [at, setAt] = useState(-1);
  const search = { words, matchCase };
  const matches = findAll(rows, search);
  const current = matches[at];

  const go = (index: number, among = matches) => {
    const next = among.length === 0 ? -1 : (index + among.length) % among.length;
    setAt(next);
    onShow(among[next] ?? null);
  };
  const type = (change: () => void) => {
    change();
    setAt(-1);
    onShow(null);
  };
  const replace = () => {
    if (!current) return go(0);
    const next = replaceOne(rows, current, other);
    onStep(next);
    // The replacement may contain the words again: the search continues after it.
    const left = findAll(next, search);
    const behind = left.findIndex((match) => {
      const order = (key: number) => next.findIndex((row) => row.key === key);
      if (match.key !== current.key) return order(match.key) > order(current.key);
      return match.from >= current.from + other.length;
    });
    go(Math.max(0, behind), left);
  };
  const replaceEverywhere = () => {
    onStep(replaceAll(rows, search, other));
    client?.notify(t('replaced', { count: matches.length }), { level: 'success' });
    setAt(-1);
    onShow(null);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: the name of a search element is not shown by all browsers.
    <div className="studio-find" role="search" aria-label={t('find_and_replace')}>
      <label className="es-field">
        <span>{t('find')}</span>
        <input
          type="search"
          value={words}
          dir="auto"
          onChange={(event) => type(() => setWords(event.target.value))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault(); // the form around it must not be sent
            go(event.shiftKey ? at - 1 : at + 1);
          }}
        />
      </label>
      <label className="es-field">
        <span>{t('replace_by')}</span>
        <input value={other} dir="auto" onChange={(event) => setOther(event.target.value)} />
      </label>
      <label className="studio-find-case">
        <input
          type="checkbox"
          checked={matchCase}
          onChange={(event) => type(() => setMatchCase(event.target.checked))}
        />
        {t('match_case')}
      </label>
      <p className="studio-find-steps">
        <Action disabled={matches.length === 0} onClick={() => go(at + 1)}>
          {t('find_next')}
        </Action>
        <Action disabled={matches.length === 0} onClick={replace}>
          {t('replace')}
        </Action>
        <Action disabled={matches.length === 0} onClick={replaceEverywhere}>
          {t('replace_all')}
        </Action>
        <span role="status">
          {words !== '' &&
            (at >= 0
              ? t('found_at', { number: at + 1, count: matches.length })
              : t('found', { count: matches.length }))}
        </span>
      </p>
    </div>
  );
}
