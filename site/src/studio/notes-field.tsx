import { useEffect, useRef, useState } from 'react';
import { useField } from '../forms/fields.tsx';
import { useTexts } from '../site-context.tsx';

interface NotesFieldProps {
  name: string;
  label: string;
  hint: string;
  rows?: number;
}

/**
 * Notes in an editor, which is loaded after the page, or as the text with its tags. The text is all there is without
 * JavaScript, and for HTML that the editor does not know.
 */
export function NotesField({ name, label, hint, rows = 5 }: NotesFieldProps) {
  const t = useTexts('notes');
  const { form, value: known, texts, props } = useField(name, hint);
  const value = String(known ?? '');
  const area = useRef<HTMLTextAreaElement>(null);
  const [rich, setRich] = useState<typeof import('./notes/rich-notes.tsx') | null>(null);
  const [isRich, setIsRich] = useState(false);
  const [isUnknown, setUnknown] = useState(false);

  const show = useRef((_to: typeof rich) => {});
  show.current = (editor) => {
    const canShow = editor?.readNotes(value) != null;
    setIsRich(canShow);
    setUnknown(!canShow);
  };
  useEffect(() => {
    let isHere = true;
    import('./notes/rich-notes.tsx').then(
      (editor) => {
        if (!isHere) return;
        setRich(editor);
        if (document.activeElement !== area.current) show.current(editor); // who types keeps the field
      },
      () => {}, // offline: the text remains
    );
    return () => {
      isHere = false;
    };
  }, []);

  const change = (text: string) => {
    setUnknown(false);
    form.set(name, text);
  };
  return (
    <div className="es-field" data-kind="notes">
      <label id={`${props.id}-label`} htmlFor={props.id}>
        {label}
      </label>
      {rich && (
        <button
          type="button"
          className="es-action studio-notes-switch"
          aria-pressed={!isRich}
          onClick={() => (isRich ? setIsRich(false) : show.current(rich))}
        >
          {t('as_text')}
        </button>
      )}
      {rich && isRich ? (
        <rich.RichNotes
          value={value}
          labelledBy={`${props.id}-label`}
          field={props}
          onChange={change}
          onUnknown={() => show.current(rich)}
        />
      ) : (
        <textarea
          {...props}
          ref={area}
          rows={rows}
          dir="auto"
          value={value}
          onChange={(event) => change(event.target.value)}
        />
      )}
      <span className="es-hint" role="status">
        {isUnknown && t('unknown')}
      </span>
      {texts}
    </div>
  );
}
