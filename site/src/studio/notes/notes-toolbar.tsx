import type { Editor } from '@tiptap/core';
import { Icon } from 'earshot/react';
import { type KeyboardEvent, useId, useState } from 'react';
import { Action } from '../../action.tsx';
import { useTexts } from '../../site-context.tsx';

const TOOLS = [
  {
    name: 'bold',
    keys: 'Control+B',
    icon: 'M7 5h5.5a3.4 3.4 0 0 1 0 7H7V5m0 7h6.5a3.5 3.5 0 0 1 0 7H7v-7',
    command: 'toggleBold',
  },
  {
    name: 'italic',
    keys: 'Control+I',
    icon: 'M10 5h7M7 19h7M14 5l-4 14',
    command: 'toggleItalic',
  },
  {
    name: 'link',
    keys: 'Control+K',
    icon: 'M10 13.5a4 4 0 0 0 6 .4l3-3a4.2 4.2 0 0 0-6-6l-1.6 1.6M14 10.5a4 4 0 0 0-6-.4l-3 3a4.2 4.2 0 0 0 6 6l1.6-1.6',
    command: null,
  },
  {
    name: 'bulletList',
    keys: 'Control+Shift+8',
    icon: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01m0 6h.01m0 6h.01',
    command: 'toggleBulletList',
  },
  {
    name: 'orderedList',
    keys: 'Control+Shift+7',
    icon: 'M10 6h10M10 12h10M10 18h10M4 4.8 5.5 4v5M4 14.8c.4-1.4 2.6-1.1 2.2.4L4 18.5h2.5',
    command: 'toggleOrderedList',
  },
] as const;

interface NotesToolbarProps {
  editor: Editor;
  /** Opens the field for the address of a link. */
  onLink(): void;
}

/** One Tab stop, in which arrow keys move (WAI-ARIA toolbar pattern). */
export function NotesToolbar({ editor, onLink }: NotesToolbarProps) {
  const t = useTexts('notes');
  const [stop, setStop] = useState(0);

  const press = (command: (typeof TOOLS)[number]['command']) => {
    if (!command) return onLink();
    editor.view.focus(); // `commands.focus()` waits for the next frame, and loses the keys that are pressed before
    editor.commands[command]();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const ahead = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    const next = { ArrowRight: stop + ahead, ArrowLeft: stop - ahead, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    [...event.currentTarget.querySelectorAll('button')].at(next % TOOLS.length)?.focus();
  };
  return (
    <div role="toolbar" aria-label={t('formatting')} onKeyDown={onKeyDown}>
      {TOOLS.map(({ name, keys, icon, command }, at) => (
        <button
          key={name}
          type="button"
          className="es-button"
          aria-label={t(name)}
          aria-keyshortcuts={keys}
          aria-pressed={editor.isActive(name)}
          tabIndex={at === stop ? 0 : -1}
          onFocus={() => setStop(at)}
          onMouseDown={(event) => event.preventDefault()} // the selection stays visible
          onClick={() => press(command)}
        >
          <Icon path={icon} />
        </button>
      ))}
    </div>
  );
}

/** A function of its own, so that only the first render focuses. */
const focus = (input: HTMLInputElement | null) => input?.focus();

/** Links the selected text, or changes or removes the link around the cursor. */
export function LinkField({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const t = useTexts('notes');
  const id = useId();
  const [known] = useState(String(editor.getAttributes('link').href ?? ''));
  const [typed, setTyped] = useState(known);
  const [isWrong, setWrong] = useState(false);

  const linked = () => editor.chain().extendMarkRange('link');
  const close = () => {
    editor.view.focus(); // at once, as after a tool
    onClose();
  };
  const apply = () => {
    const href = readAddress(typed);
    if (href === null) return setWrong(true);
    const chain = linked();
    const text = { type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] };
    const isInserted = known === '' && editor.state.selection.empty;
    (isInserted ? chain.insertContent(text) : chain.setMark('link', { href })).run();
    close();
  };
  const remove = () => {
    linked().unsetMark('link').run();
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return; // the key is for the input method
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault(); // Enter would save the whole form
    if (event.key === 'Enter') apply();
    else close();
  };
  return (
    <div className="studio-row">
      <label htmlFor={id}>{t('link_address')}</label>
      <input
        ref={focus}
        id={id}
        inputMode="url"
        value={typed}
        placeholder="https://"
        dir="ltr"
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Action onClick={apply}>{t('link_apply')}</Action>
      {known && (
        <Action kind={null} onClick={remove}>
          {t('link_remove')}
        </Action>
      )}
      {isWrong && (
        <span className="es-hint" data-level="error" id={`${id}-error`} role="alert">
          {t('link_wrong')}
        </span>
      )}
    </div>
  );
}

/** The address that a text stands for. Null if it cannot be one. */
export function readAddress(text: string): string | null {
  const typed = text.trim();
  const isWhole = /^(https?:\/\/|mailto:)/i.test(typed);
  const isMail = /^[^\s/@]+@[^\s/@]+$/.test(typed);
  const address = isWhole ? typed : (isMail ? 'mailto:' : 'https://') + typed;
  return /^\S+[.:@]\S+$/.test(typed) && URL.canParse(address) ? address : null;
}
