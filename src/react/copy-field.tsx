import { useEffect, useRef, useState } from 'react';
import { COPIED_SHARE_BOX_MS } from '../contract/limits.ts';
import { createScope } from '../lib/scope.ts';
import { useTranslate } from './player-context.tsx';

export interface CopyFieldProps {
  /** The accessible name of the field. */
  label: string;
  text: string;
  /** How long the button says "Copied", in milliseconds. Default: 1500. */
  feedbackMs?: number | undefined;
  /** Code gets a field with several lines. */
  isCode?: boolean;
}

/** A text field. A click on it or on its button copies the text. */
export function CopyField({
  label,
  text,
  feedbackMs = COPIED_SHARE_BOX_MS,
  isCode = false,
}: CopyFieldProps) {
  const t = useTranslate();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const [copies, setCopies] = useState(0);
  useEffect(() => {
    const scope = createScope();
    if (copies > 0) scope.timeout(() => setCopies(0), feedbackMs);
    return scope.dispose;
  }, [copies, feedbackMs]);

  const copy = async () => {
    if (field.current && (await copyText(field.current))) setCopies((count) => count + 1);
  };
  const shared = {
    ref: field,
    className: 'es-copy-text',
    readOnly: true,
    'aria-label': label,
    value: text,
    onClick: () => {
      field.current?.select();
      copy();
    },
  };

  return (
    <div className="es-copy" data-copied={copies > 0 ? '' : undefined}>
      {isCode ? <textarea rows={4} {...shared} /> : <input type="text" {...shared} />}
      <button type="button" className="es-copy-button" aria-live="polite" onClick={copy}>
        {copies > 0 ? t('copied') : t('copy')}
      </button>
    </div>
  );
}

/** A field with the text to copy. */
type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Resolves with true once the field's text is in the clipboard. Call it in a click handler: browsers require a gesture. */
async function copyText(field: TextField): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return copySelected(field); // this frame has no clipboard, or no permission to use it
  }
}

/**
 * The old method, which frames may use without permission from their page. If it fails, the text stays selected, so that
 * the listener can copy it by keyboard.
 */
function copySelected(field: TextField): boolean {
  const before = document.activeElement;
  field.select();
  try {
    const isCopied = document.execCommand('copy');
    if (isCopied && before instanceof HTMLElement) before.focus();
    return isCopied;
  } catch {
    return false;
  }
}
