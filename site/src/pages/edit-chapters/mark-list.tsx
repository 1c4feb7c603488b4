import { Icon } from 'earshot/react';
import { type RefObject, useId } from 'react';
import { Action } from '../../action.tsx';
import { useTexts } from '../../site-context.tsx';
import { readClock } from '../../studio/clock-time.ts';
import type { Kind, MarkRow } from './mark-rows.ts';
import type { RowError, RowErrors } from './row-errors.ts';

interface MarkListProps {
  kind: Kind;
  rows: readonly MarkRow[];
  errors: RowErrors;
  list: RefObject<HTMLDivElement | null>;
  onChange(key: number, part: Partial<MarkRow>): void;
  /** A time was completed. */
  onTimed(): void;
  onPlay(seconds: number): void;
  onRemove(key: number): void;
}

/** The marks of one kind in exact numbers. */
export function MarkList({ kind, rows, errors, list, ...on }: MarkListProps) {
  const t = useTexts('studio');
  const whole = errors[kind];
  return (
    <div ref={list} className="studio-marks" data-kind={kind}>
      {whole && <Errors errors={whole} />}
      {rows.length > 0 && (
        <p aria-hidden="true">
          <span>{t('time')}</span>
          {kind === 'soundbites' && <span>{t('length')}</span>}
          {kind !== 'midrolls' && <span>{t('episode_title')}</span>}
        </p>
      )}
      <ol>
        {rows.map((row, index) => (
          <Row
            key={row.key}
            kind={kind}
            row={row}
            number={index + 1}
            errors={errors[`${kind}/${row.key}`] ?? []}
            {...on}
          />
        ))}
      </ol>
    </div>
  );
}

interface RowProps
  extends Pick<MarkListProps, 'kind' | 'onChange' | 'onTimed' | 'onPlay' | 'onRemove'> {
  row: MarkRow;
  number: number;
  errors: readonly RowError[];
}

function Row({ kind, row, number, errors, onChange, onTimed, onPlay, onRemove }: RowProps) {
  const t = useTexts('studio');
  const id = useId();
  const { key, time, length, title } = row;
  const at = readClock(time);
  const isWrong = (field: string) => errors.some((error) => error.field === field) || undefined;
  const described = errors.length > 0 ? id : undefined;
  const clock = (field: string) => ({
    'aria-invalid': isWrong(field),
    'aria-describedby': described,
    inputMode: 'decimal' as const,
    dir: 'ltr',
  });
  return (
    <li className="es-field">
      <input
        {...clock('starts_at')}
        aria-label={t(`${kind}_time`, { number })}
        data-first={kind === 'midrolls' ? key : undefined}
        value={time}
        onChange={(event) => onChange(key, { time: event.target.value })}
        onBlur={onTimed}
      />
      {kind === 'soundbites' && (
        <input
          {...clock('duration')}
          aria-label={t('bite_length', { number })}
          value={length}
          onChange={(event) => onChange(key, { length: event.target.value })}
        />
      )}
      {kind !== 'midrolls' && (
        <input
          aria-label={t(`${kind}_title`, { number })}
          aria-invalid={isWrong('title')}
          aria-describedby={described}
          data-first={key}
          value={title}
          onChange={(event) => onChange(key, { title: event.target.value })}
          maxLength={kind === 'chapters' ? 300 : 128}
          dir="auto"
        />
      )}
      <Action
        kind={null}
        aria-label={t('play_from', { time })}
        disabled={at === null}
        onClick={() => onPlay(at ?? 0)}
      >
        <Icon name="play" />
      </Action>
      <Action
        kind={null}
        aria-label={t('remove_chapter', { title: title || time })}
        onClick={() => onRemove(key)}
      >
        <span aria-hidden="true">×</span>
      </Action>
      {errors.length > 0 && <Errors id={id} errors={errors} />}
    </li>
  );
}

function Errors({ id, errors }: { id?: string; errors: readonly RowError[] }) {
  return (
    <div className="es-hint" data-level="error" role="alert" id={id}>
      {errors.map(({ field, text }) => (
        <span key={field + text}>{text}</span>
      ))}
    </div>
  );
}
