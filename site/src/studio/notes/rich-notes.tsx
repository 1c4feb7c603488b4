import { Editor } from '@tiptap/core';
import { Slice } from '@tiptap/pm/model';
import { isMarkedUp } from 'earshot/contract';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { demoteHeadings, EXTENSIONS, readNotes, readText, writeNotes } from './notes-document.ts';
import { LinkField, NotesToolbar } from './notes-toolbar.tsx';

export { readNotes } from './notes-document.ts';

interface RichNotesProps {
  value: string;
  /** The id of the label. */
  labelledBy: string;
  /** Attributes that connect the field to its texts. */
  field: {
    id: string;
    name: string;
    'aria-invalid'?: true | undefined;
    'aria-describedby'?: string | undefined;
  };
  onChange(value: string): void;
  /** The value has become one that the editor cannot show. */
  onUnknown(): void;
}

/** Notes as they look. A text that was not changed keeps every character. */
export function RichNotes({ value, labelledBy, field, onChange, onUnknown }: RichNotesProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useEditor(place, { value, onChange, onUnknown });
  const [isLinking, setLinking] = useState(false);
  const { name, ...attributes } = field;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'k' || (!event.ctrlKey && !event.metaKey)) return;
    event.preventDefault();
    setLinking(true);
  };
  return (
    <div className="studio-notes">
      {editor && <NotesToolbar editor={editor} onLink={() => setLinking(true)} />}
      {editor && isLinking && <LinkField editor={editor} onClose={() => setLinking(false)} />}
      {/* biome-ignore lint/a11y/useSemanticElements: a text area cannot show bold text or lists. */}
      <div
        {...attributes}
        ref={place}
        className="site-prose"
        data-name={name}
        role="textbox"
        tabIndex={0}
        aria-multiline
        aria-labelledby={labelledBy}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

type Handlers = Pick<RichNotesProps, 'value' | 'onChange' | 'onUnknown'>;

function useEditor(place: RefObject<HTMLElement | null>, handlers: Handlers): Editor | null {
  const [editor, setEditor] = useState<Editor | null>(null);
  const [, redraw] = useState<object>();
  const latest = useRef(handlers);
  latest.current = handlers;
  /** The text in the form, and the text and the document before the author's changes. */
  const shown = useRef({ now: '', begun: '', document: '' });

  useEffect(() => {
    const { value } = latest.current;
    const made: Editor = new Editor({
      element: place.current && { mount: place.current },
      extensions: EXTENSIONS,
      content: readNotes(value)?.toJSON(),
      injectCSS: false,
      editorProps: {
        transformPastedHTML: demoteHeadings,
        // Lines of plain text stay lines.
        clipboardTextParser: (text) => Slice.maxOpen(readText(text, made.schema).content),
        handleDOMEvents: {
          // Browsers bring the caret into view, which may be behind the buttons at the foot of the window.
          keyup: ({ dom }, { key }) => {
            if (key === 'Tab') dom.scrollIntoView({ block: 'nearest' });
          },
        },
      },
      onTransaction: redraw,
      onUpdate() {
        const { begun, document } = shown.current;
        const { doc } = made.state;
        const isBack = JSON.stringify(doc) === document;
        const now = isBack ? begun : writeNotes(doc, { isPlain: !isMarkedUp(begun) });
        shown.current.now = now;
        latest.current.onChange(now);
      },
    });
    shown.current = { now: value, begun: value, document: JSON.stringify(made.state.doc) };
    setEditor(made);
    return () => made.destroy();
  }, [place]);

  const { value } = handlers;
  useEffect(() => {
    if (!editor || value === shown.current.now) return; // a draft or the saved text has returned otherwise
    const notes = readNotes(value);
    if (!notes) return latest.current.onUnknown();
    editor.commands.setContent(notes.toJSON(), { emitUpdate: false });
    shown.current = { now: value, begun: value, document: JSON.stringify(editor.state.doc) };
  }, [editor, value]);
  return editor;
}
