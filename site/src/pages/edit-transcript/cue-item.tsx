import { Icon } from 'earshot/react';
import { memo } from 'react';
import { Action } from '../../action.tsx';
import { useTexts } from '../../site-context.tsx';
import { readClock } from '../../studio/clock-time.ts';
import { type CueRow, problemOf } from './cue-rows.ts';

export type CueStep = 'split' | 'join' | 'insert' | 'remove';

interface CueItemProps {
  row: CueRow;
  index: number;
  count: number;
  isSaid: boolean;
  isFound: boolean;
  /** The server's error about the row. */
  refused: string | undefined;
  /** The author writes in the row, and its problems wait. */
  isWriting: boolean;
  onChange(key: number, part: Partial<CueRow>): void;
  onLeave(key: number): void;
  onStep(step: CueStep, key: number, caret: number): void;
  onPlay(seconds: number): void;
}

export const CueItem = memo(function CueItem(props: CueItemProps) {
  const { row, index, count, isSaid, isFound, refused, isWriting } = props;
  const { onChange, onLeave, onStep, onPlay } = props;
  const t = useTexts('captions');
  const { key, start, end, speaker, text } = row;
  const number = index + 1;
  const problem = isWriting ? null : problemOf(row);
  const wrong = problem ? t(problem) : refused;
  const hint = wrong ? `cue-${key}-hint` : undefined;
  const from = readClock(start);
  const field = (name: string, isWrong: boolean) => ({
    'aria-label': t(name as 'cue_start', { number }),
    'aria-invalid': isWrong || undefined,
    'aria-describedby': isWrong ? hint : undefined,
  });
  /** The position of the caret, even after the button has taken the focus. */
  const caret = (element: Element) =>
    element.closest('li')?.querySelector('textarea')?.selectionStart ?? 0;
  const step = (name: CueStep) => ({
    kind: null,
    'aria-label': t(`${name}_of`, { number }),
    onClick: (event: { currentTarget: Element }) => onStep(name, key, caret(event.currentTarget)),
  });
  return (
    <li
      className="es-field"
      data-cue={key}
      data-said={isSaid || undefined}
      data-found={isFound || undefined}
      aria-setsize={count}
      aria-posinset={number}
      aria-current={isSaid || undefined}
      onBlur={() => onLeave(key)}
    >
      <div className="studio-cue-times">
        <input
          {...field('cue_start', problem === 'start_wrong')}
          value={start}
          onChange={(event) => onChange(key, { start: event.target.value })}
          inputMode="decimal"
          dir="ltr"
        />
        <input
          {...field('cue_end', problem === 'end_wrong' || problem === 'end_early')}
          value={end}
          onChange={(event) => onChange(key, { end: event.target.value })}
          inputMode="decimal"
          dir="ltr"
        />
        <input
          {...field('cue_speaker', false)}
          placeholder={t('speaker')}
          value={speaker}
          onChange={(event) => onChange(key, { speaker: event.target.value })}
          maxLength={200}
          dir="auto"
        />
      </div>
      <textarea
        {...field('cue_text', problem === 'text_missing' || (!problem && refused !== undefined))}
        value={text}
        onChange={(event) => onChange(key, { text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          onStep('split', key, event.currentTarget.selectionStart);
        }}
        maxLength={10_000}
        rows={2}
        dir="auto"
      />
      <div className="studio-cue-steps">
        <Action
          kind={null}
          aria-label={t('play_cue', { time: start })}
          disabled={from === null}
          onClick={() => onPlay(from ?? 0)}
        >
          <Icon name="play" />
        </Action>
        <Action {...step('split')} disabled={text.trim().search(/\s/) === -1}>
          {t('split')}
        </Action>
        <Action {...step('join')} disabled={number === count}>
          {t('join')}
        </Action>
        <Action {...step('insert')}>{t('insert')}</Action>
        <Action {...step('remove')}>{t('remove')}</Action>
      </div>
      {wrong && (
        <p className="es-hint" data-level="error" id={hint}>
          {wrong}
        </p>
      )}
    </li>
  );
});
