import { PAGE_ROUTES } from 'earshot/contract';
import { SEARCH_WORDS_MAX } from 'earshot-site/contract';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { useSite } from '../site-context.tsx';
import type { SuggestionsProps } from './suggestions.tsx';

interface SearchFieldProps {
  className: string;
  /** Names the field. */
  label: string;
  q?: string;
  children?: ReactNode;
}

/** A search form. It makes suggestions while a person types. */
export function SearchField({ className, label, q, children }: SearchFieldProps) {
  const { t } = useSite();
  const input = useRef<HTMLInputElement>(null);
  const [Suggestions, setSuggestions] = useState<ComponentType<SuggestionsProps>>();
  const load = () => {
    import('./suggestions.tsx').then(
      (loaded) => setSuggestions(() => loaded.Suggestions),
      () => {}, // the form works without
    );
  };
  // The focus may be older than this script.
  useEffect(() => {
    if (document.activeElement === input.current) load();
  });
  return (
    <search aria-label={label}>
      <form className={className} action={PAGE_ROUTES.search}>
        <input
          ref={input}
          type="search"
          name="q"
          defaultValue={q}
          maxLength={SEARCH_WORDS_MAX}
          key={q}
          dir="auto"
          autoComplete="off"
          aria-label={label}
          aria-keyshortcuts="/"
          placeholder={t('search_site')}
          onFocus={load}
          onInput={load}
        />
        {children}
        {Suggestions && <Suggestions input={input} />}
      </form>
    </search>
  );
}
