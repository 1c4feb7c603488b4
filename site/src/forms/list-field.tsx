import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Action } from '../action.tsx';
import { useTexts } from '../site-context.tsx';
import { useFormContext } from './form.tsx';

/** One entry of a list. Null means an empty field. */
export type Entry = Readonly<Record<string, string | null>>;

interface Column {
  name: string;
  label: string;
  type?: 'text' | 'url';
  placeholder?: string;
  options?: readonly { value: string; label: string }[];
  required?: boolean;
}

interface ListFieldProps {
  name: string;
  label: string;
  hint: string;
  columns: readonly Column[];
  /** Text of the button that adds an entry. */
  add: string;
  max: number;
}

/** A list of entries with several fields each. A page needs the texts `feed` for it. */
export function ListField({ name, label, hint, columns, add, max }: ListFieldProps) {
  const form = useFormContext();
  const t = useTexts('feed');
  const id = useId();
  const list = useRef<HTMLFieldSetElement>(null);
  const entries = form.values[name] as readonly Entry[];
  const errors = form.errors.fields[name] ?? [];

  const change = (index: number, column: string, text: string) =>
    form.set(
      name,
      entries.map((entry, at) => (at === index ? { ...entry, [column]: text || null } : entry)),
    );
  // An effect cannot set the focus: if a press makes the page alive, the first effects run before the new entry is drawn.
  const replace = (next: readonly Entry[], focus: '[data-first]' | '[data-add]') => {
    flushSync(() => form.set(name, next));
    const found = list.current?.querySelectorAll<HTMLElement>(focus) ?? [];
    [...found].at(-1)?.focus();
  };
  const append = () => {
    const empty = Object.fromEntries(columns.map((column) => [column.name, null]));
    replace([...entries, empty], '[data-first]');
  };
  const remove = (index: number) =>
    replace(
      entries.filter((_, at) => at !== index),
      '[data-add]',
    );

  return (
    <fieldset
      ref={list}
      className="studio-list"
      aria-describedby={`${id}-hint`}
      aria-invalid={errors.length > 0 || undefined}
      tabIndex={-1}
    >
      <legend>{label}</legend>
      <p className="es-hint" id={`${id}-hint`}>
        {hint}
      </p>
      {errors.length > 0 && (
        <p className="es-hint" data-level="error" role="alert">
          {errors.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </p>
      )}
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their place.
        <fieldset key={index} className="studio-entry" aria-label={`${label} ${index + 1}`}>
          {columns.map((column, at) => (
            <div key={column.name} className="es-field">
              <label htmlFor={`${id}-${index}-${column.name}`}>{column.label}</label>
              <Control
                id={`${id}-${index}-${column.name}`}
                column={column}
                value={entry[column.name] ?? ''}
                isFirst={at === 0}
                onChange={(text) => change(index, column.name, text)}
              />
            </div>
          ))}
          <Action
            kind={null}
            aria-label={t('remove_entry', { number: index + 1, label })}
            onClick={() => remove(index)}
          >
            {t('remove')}
          </Action>
        </fieldset>
      ))}
      {entries.length < max && (
        <Action data-add onClick={append}>
          {add}
        </Action>
      )}
    </fieldset>
  );
}

interface ControlProps {
  id: string;
  column: Column;
  value: string;
  isFirst: boolean;
  onChange(text: string): void;
}

function Control({ id, column, value, isFirst, onChange }: ControlProps) {
  const { options, type = 'text', placeholder } = column;
  if (options) {
    return (
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      id={id}
      type={type}
      value={value}
      placeholder={placeholder}
      dir="auto"
      data-first={isFirst || undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The entries that are not empty. */
export const filledEntries = (entries: readonly Entry[]): Entry[] =>
  entries.filter((entry) => Object.values(entry).some((value) => value !== null && value !== ''));
