import { imageUrl } from 'earshot/contract';
import { createScope } from 'earshot/internal';
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useReducer,
  useRef,
} from 'react';
import { AJAX_LOAD } from '../navigation/navigation.ts';
import { Highlighted } from '../parts/highlighted.tsx';
import { useSite } from '../site-context.tsx';
import { groupRows, resultsPath, type SuggestionRow } from './suggestion-rows.ts';
import { createSuggestionSource } from './suggestion-source.ts';
import { type Suggested, trimResults } from './trim-results.ts';

export interface SuggestionsProps {
  /** The text field. It becomes a combobox, and keeps the focus. */
  input: RefObject<HTMLInputElement | null>;
}

/** More than fit on a tall screen. */
const ASKED = 10;
/** Room for the player's bar below the list, in CSS pixels. */
const BELOW_PX = 112;
/** On a low screen the list has at least the best result of a group, and may exceed the screen. */
const HEIGHT_MIN_PX = 220;

interface Shown {
  q: string;
  found: Suggested | null;
  isOpen: boolean;
  /** The option that Enter opens, counted over all groups. -1 for the field's own text. */
  active: number;
}

const CLOSED: Shown = { q: '', found: null, isOpen: false, active: -1 };

/** A combobox with a list: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */
export function Suggestions({ input }: SuggestionsProps) {
  const { config, t } = useSite();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [shown, set] = useReducer(
    (old: Shown, next: Partial<Shown>) => ({ ...old, ...next }),
    CLOSED,
  );
  const { q, found, isOpen, active } = shown;
  const groups = useMemo(() => (found ? groupRows(found, config.SITE_URL) : []), [found, config]);
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0) + 1;
  const isShown = isOpen && groups.length > 0;
  const optionId = (index: number) => `${id}-${index}`;
  const now = useRef({ isShown, active, count });
  now.current = { isShown, active, count };

  useTyping({ input, list, now, set });
  useComboboxAttributes(input, { id, isShown, active });

  useEffect(() => {
    if (active >= 0)
      document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  let index = -1;
  const option = (row: Omit<SuggestionRow, 'highlight'>, content: ReactNode) => {
    index += 1;
    return (
      <a
        key={row.href}
        className="site-suggest"
        id={optionId(index)}
        role="option"
        aria-selected={index === active}
        tabIndex={-1}
        href={row.href}
      >
        {content}
      </a>
    );
  };
  return (
    <>
      <p className="site-hidden" role="status">
        {isShown ? t('suggestion_count', { count: count - 1 }) : ''}
      </p>
      {isShown && (
        // The press must keep the focus in the field; otherwise the list would close before the click.
        <div
          ref={list}
          className="site-suggestions"
          id={id}
          role="listbox"
          aria-label={t('suggestions')}
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
        >
          {groups.map(({ name, rows }) => (
            // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups of options, no fields.
            <div key={name} role="group" aria-label={t(`group_${name}`)} data-group={name}>
              <span className="site-suggest-head" aria-hidden="true">
                {t(`group_${name}`)}
              </span>
              {rows.map((row) => option(row, <Row {...row} />))}
            </div>
          ))}
          {option({ href: resultsPath(q) }, t('all_results_for', { q }))}
        </div>
      )}
    </>
  );
}

interface Typing {
  input: SuggestionsProps['input'];
  list: RefObject<HTMLElement | null>;
  now: RefObject<{ isShown: boolean; active: number; count: number }>;
  set: (next: Partial<Shown>) => void;
}

/** Requests suggestions while the reader types, and moves through them by the arrow keys. */
function useTyping({ input, list, now, set }: Typing): void {
  const { client } = useSite();
  useEffect(() => {
    const field = input.current;
    if (!field || !client) return;
    const scope = createScope();
    const close = () => {
      source.stop();
      set({ isOpen: false, active: -1 });
    };
    const source = createSuggestionSource({
      scope,
      ask: (words, signal) =>
        client.api.get<Suggested>('search', { q: words, limit: ASKED }, signal),
      show(words, answer) {
        const room = window.innerHeight - field.getBoundingClientRect().bottom - BELOW_PX;
        const trimmed = answer && trimResults(answer, Math.max(room, HEIGHT_MIN_PX));
        set({ q: words, found: trimmed, isOpen: true, active: -1 });
      },
    });
    const type = () => source.type(field.value);
    scope.listen(field, 'input', type);
    scope.listen(field, 'keydown', (event) => {
      const { isShown, active, count } = now.current;
      if (event.isComposing) return;
      if (event.key === 'Escape' && isShown) {
        event.preventDefault(); // otherwise the browser empties the field
        close();
      } else if (event.key === 'ArrowDown' && !isShown) {
        event.preventDefault();
        type();
      } else if (event.key === 'Enter' && isShown && active >= 0) {
        event.preventDefault();
        list.current?.querySelectorAll<HTMLElement>('[role="option"]')[active]?.click();
      } else if (isShown && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
        event.preventDefault();
        set({ active: moveActive(active, event.key === 'ArrowDown' ? 1 : -1, count) });
      }
    });
    scope.listen(field, 'blur', close);
    scope.listen(document, AJAX_LOAD, close);
    // The header's field outlives pages, so Back must bring back its words.
    scope.listen(window, 'popstate', () => {
      field.value = new URLSearchParams(location.search).get('q') ?? '';
    });
    // Text may have been typed before this file was loaded.
    if (document.activeElement === field && field.value !== field.defaultValue) type();
    return scope.dispose;
  }, [client, input, list, now, set]);
}

/** Describes the list to assistive technology, by attributes of the field. */
function useComboboxAttributes(
  input: SuggestionsProps['input'],
  { id, isShown, active }: { id: string; isShown: boolean; active: number },
): void {
  useEffect(() => {
    const attributes = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-expanded': String(isShown),
      'aria-controls': isShown ? id : null,
      'aria-activedescendant': isShown && active >= 0 ? `${id}-${active}` : null,
    };
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) input.current?.removeAttribute(name);
      else input.current?.setAttribute(name, value);
    }
  }, [input, id, isShown, active]);
}

function Row({ highlight, by, picture }: SuggestionRow) {
  return (
    <>
      {picture && <img src={imageUrl(picture, 80)} alt="" width="48" height="48" />}
      {picture === null && <i aria-hidden="true">{[...highlight.text][0]}</i>}
      <span>
        <Highlighted highlight={highlight} />
        {by && <small dir="auto">{by}</small>}
      </span>
    </>
  );
}

/** The next or previous of `count` options. Between the last and the first is -1, the field's own text. */
export function moveActive(active: number, step: 1 | -1, count: number): number {
  const places = count + 1;
  return ((active + 1 + step + places) % places) - 1;
}
