import { type Ref, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useTexts } from '../../site-context.tsx';
import { CueItem, type CueStep } from './cue-item.tsx';
import { type Changed, type CueRow, insertAfter, joinNext, split } from './cue-rows.ts';
import type { Match } from './find-and-replace.ts';
import { useSaid } from './use-said.ts';
import { ROW_PX, useWindow } from './use-window.ts';

export interface CueListHandle {
  /** Scrolls to a row, and moves the focus into its text, or into the wrong field. */
  show(key: number, field: 'text' | 'wrong'): void;
  /** Scrolls to a search result, and marks its row. */
  find(match: Match | null): void;
}

interface CueListProps {
  ref: Ref<CueListHandle>;
  rows: readonly CueRow[];
  refused: Readonly<Record<number, string>>;
  /** The row whose problems are not shown yet. */
  writing: number | null;
  episodeId: number;
  /** Keeps the current cue in view. */
  follows: boolean;
  onChange(key: number, part: Partial<CueRow>): void;
  onLeave(key: number): void;
  /** `made` is the key of the row to continue with; null after a removal. */
  onStep(rows: readonly CueRow[], made: number | null): void;
  onPlay(seconds: number): void;
}

/** All cues, of which only the visible ones are in the document. */
export function CueList({ ref, rows, refused, writing, episodeId, follows, ...on }: CueListProps) {
  const t = useTexts('captions');
  const box = useRef<HTMLDivElement>(null);
  const { from, to, show } = useWindow(box, rows.length);
  const said = useSaid(rows, episodeId);
  const [found, setFound] = useState<Match | null>(null);
  /** The next focus, once its row is in the document. */
  const wanted = useRef<{ key: number; field: string } | null>(null);
  const latest = useRef({ rows, ...on });
  latest.current = { rows, ...on };
  const indexOf = useCallback(
    (key: number) => latest.current.rows.findIndex((row) => row.key === key),
    [],
  );

  const go = useCallback((key: number, field: 'text' | 'wrong') => {
    wanted.current = { key, field };
    setWish((wish) => wish + 1);
  }, []);
  const [wish, setWish] = useState(0);
  // Once after the wish, so that the row comes into the document, and again when it is there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows in view are what it waits for.
  useEffect(() => {
    const { key, field } = wanted.current ?? {};
    if (key === undefined) return;
    show(indexOf(key));
    const row = box.current?.querySelector(`[data-cue="${key}"]`);
    const wrong = field === 'wrong' && row?.querySelector<HTMLElement>('[aria-invalid]');
    const element = wrong || row?.querySelector<HTMLElement>('textarea');
    if (!element) return;
    wanted.current = null;
    element.focus({ preventScroll: true });
  }, [wish, from, to, rows]);

  useImperativeHandle(ref, () => ({
    show: go,
    find(match) {
      setFound(match);
      if (match) show(indexOf(match.key));
    },
  }));

  useEffect(() => {
    const isTyping = box.current?.contains(document.activeElement);
    if (follows && said !== null && !isTyping) show(indexOf(said));
  }, [follows, said, show, indexOf]);

  const change = useCallback(
    (key: number, part: Partial<CueRow>) => latest.current.onChange(key, part),
    [],
  );
  const leave = useCallback((key: number) => latest.current.onLeave(key), []);
  const play = useCallback((seconds: number) => latest.current.onPlay(seconds), []);
  const step = useCallback(
    (name: CueStep, key: number, caret: number) => {
      const { rows, onStep } = latest.current;
      const index = indexOf(key);
      if (name === 'remove') return onStep(rows.toSpliced(index, 1), null);
      const made: Changed | null =
        name === 'split'
          ? split(rows, index, caret)
          : name === 'join'
            ? joinNext(rows, index)
            : insertAfter(rows, index);
      if (!made) return;
      onStep(made.rows, made.key);
      go(made.key, 'text');
    },
    [go, indexOf],
  );

  return (
    <div ref={box} className="studio-cues" hidden={rows.length === 0}>
      <ol
        aria-label={t('cues')}
        style={{ paddingBlock: `${from * ROW_PX}px ${(rows.length - to) * ROW_PX}px` }}
      >
        {rows.slice(from, to).map((row, at) => (
          <CueItem
            key={row.key}
            row={row}
            index={from + at}
            count={rows.length}
            isSaid={row.key === said}
            isFound={row.key === found?.key}
            refused={refused[row.key]}
            isWriting={row.key === writing}
            onChange={change}
            onLeave={leave}
            onStep={step}
            onPlay={play}
          />
        ))}
      </ol>
    </div>
  );
}
