import { useState } from 'react';
import { readTime } from '../embed/time-range.ts';
import { formatTime } from '../i18n/time.ts';
import { useDialogTranslate } from './use-dialog-translate.ts';

export interface StartFieldProps {
  /** Second of the content. */
  seconds: number;
  /** Of the episode, in seconds; null if it is unknown. */
  duration: number | null;
  onChange: (seconds: number) => void;
}

/** The start of playback. An empty field is the beginning. */
export function StartField({ seconds, duration, onChange }: StartFieldProps) {
  const t = useDialogTranslate();
  return (
    <TimeField
      label={t('start_at')}
      hint={t('start_at_hint')}
      {...{ seconds, duration }}
      onChange={(second) => onChange(second ?? 0)}
    />
  );
}

export interface StopFieldProps {
  /** Second of the content; null for the end of the episode. */
  seconds: number | null;
  /** The start of playback. */
  start: number;
  duration: number | null;
  onChange: (seconds: number | null) => void;
}

/** The end of playback. An end that is not after the start is marked, and applies once the start is before it. */
export function StopField({ seconds, start, duration, onChange }: StopFieldProps) {
  const t = useDialogTranslate();
  const isTooEarly = seconds !== null && seconds <= start;
  return (
    <TimeField
      label={t('stop_at')}
      hint={t(isTooEarly ? 'stop_too_early' : 'stop_at_hint')}
      isWrong={isTooEarly}
      {...{ seconds, duration, onChange }}
    />
  );
}

interface TimeFieldProps extends Omit<StopFieldProps, 'start'> {
  label: string;
  hint: string;
  isWrong?: boolean;
}

/** A time in the usual notations: `12:40`, `1m40s` or `100`. Other texts and later times are marked, and change nothing. */
function TimeField({ label, hint, isWrong = false, seconds, duration, onChange }: TimeFieldProps) {
  const t = useDialogTranslate();
  /** The text while the author types; null shows the current time. */
  const [typed, setTyped] = useState<string | null>(null);
  const read = (text: string) => (text.trim() ? readTime(text.trim()) : null);
  const isLate = (second: number | null | undefined) =>
    duration !== null && (second ?? 0) > Math.floor(duration);
  const isTooLate = typed !== null && isLate(read(typed));
  return (
    <label className="es-field">
      <span>{label}</span>
      <input
        type="text"
        autoComplete="off"
        value={typed ?? (seconds === null ? '' : formatTime(seconds))}
        aria-invalid={isWrong || isTooLate || (typed !== null && read(typed) === undefined)}
        onInput={(event) => {
          const text = event.currentTarget.value;
          const second = read(text);
          setTyped(text);
          if (second !== undefined && !isLate(second)) onChange(second);
        }}
        onChange={() => {}}
        onBlur={() => setTyped(null)}
      />
      <span className="es-hint" data-level={isWrong || isTooLate ? 'error' : undefined}>
        {isTooLate ? t('after_end', { time: formatTime(duration ?? 0) }) : hint}
      </span>
    </label>
  );
}
