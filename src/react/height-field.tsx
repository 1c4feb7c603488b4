import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { EMBED_HEIGHT_DEBOUNCE_MS } from '../contract/limits.ts';
import {
  type EmbedChoice,
  heightBounds,
  heightOf,
  isHeightKey,
  readHeight,
} from '../embed/embed-choice.ts';
import { createScope, type Scope } from '../lib/scope.ts';
import { useDialogTranslate } from './use-dialog-translate.ts';

export interface HeightFieldProps {
  choice: EmbedChoice;
  /** Null means the default height, which depends on the other choices. */
  onChange: (height: number | null) => void;
}

/**
 * Applies the height 500 ms after the last key, or when the field loses the focus. A height out of bounds is marked, and
 * the nearest one applies. Other texts are marked, and change nothing.
 */
export function HeightField({ choice, onChange }: HeightFieldProps) {
  const t = useDialogTranslate();
  /** The text while the author types; null shows the current height. */
  const [typed, setTyped] = useState<string | null>(null);
  const debounce = useDebounce(EMBED_HEIGHT_DEBOUNCE_MS);
  const { min, max } = heightBounds(choice);

  const wanted = typed === null ? null : readHeight(typed);
  const apply = (text: string) => {
    const height = readHeight(text);
    if (height !== undefined) onChange(height);
  };

  const onKeyUp = (event: KeyboardEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget;
    if (isHeightKey(event.keyCode)) debounce(() => apply(value));
  };

  return (
    <label className="es-field es-height">
      <span>{t('height')}</span>
      <span className="es-height-line">
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          value={typed ?? String(heightOf(choice))}
          aria-invalid={wanted === undefined || (wanted !== null && (wanted < min || wanted > max))}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onChange={() => {}}
          onKeyUp={onKeyUp}
          onBlur={() => {
            if (typed === null) return;
            debounce(null);
            apply(typed);
            setTyped(null);
          }}
        />
        <span className="es-hint">{t('height_bounds', { min_value: min, max_value: max })}</span>
      </span>
    </label>
  );
}

/** Runs only the last function, `delayMs` later; null cancels it. */
function useDebounce(delayMs: number): (run: (() => void) | null) => void {
  const scope = useRef<Scope | null>(null);
  const cancel = useRef(() => {});
  useEffect(() => {
    scope.current = createScope();
    return scope.current.dispose;
  }, []);
  return (run) => {
    cancel.current();
    cancel.current = (run && scope.current?.timeout(run, delayMs)) ?? (() => {});
  };
}
