import { useState } from 'react';
import { readSize } from '../embed/read-option.ts';
import { useDialogTranslate } from './use-dialog-translate.ts';

export interface WidthFieldProps {
  /** `640px` or `80%`. */
  width: string;
  onChange: (width: string) => void;
}

/** The width of the frame. An invalid text is marked, and changes nothing. */
export function WidthField({ width, onChange }: WidthFieldProps) {
  const t = useDialogTranslate();
  /** The text while the author types; null shows the current width. */
  const [typed, setTyped] = useState<string | null>(null);
  const read = (text: string) => readSize(text.replace(/\s/g, ''));
  const isWrong = typed !== null && !read(typed);
  return (
    <label className="es-field">
      <span>{t('width')}</span>
      <input
        type="text"
        autoComplete="off"
        value={typed ?? width}
        aria-invalid={isWrong}
        onInput={(event) => {
          const text = event.currentTarget.value;
          const size = read(text);
          setTyped(text);
          if (size) onChange(size);
        }}
        onChange={() => {}}
        onBlur={() => setTyped(null)}
      />
      <span className="es-hint">{t('width_hint')}</span>
    </label>
  );
}
