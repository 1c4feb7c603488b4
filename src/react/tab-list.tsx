import { type KeyboardEvent, useRef } from 'react';

export interface TabListProps<Value extends string> {
  label: string;
  tabs: readonly { value: Value; label: string }[];
  selected: Value;
  onSelect: (value: Value) => void;
}

/** One Tab stop; the arrow keys select a tab (WAI-ARIA tabs pattern). */
export function TabList<Value extends string>({
  label,
  tabs,
  selected,
  onSelect,
}: TabListProps<Value>) {
  const list = useRef<HTMLDivElement>(null);
  const at = tabs.findIndex(({ value }) => value === selected);

  const onKeyDown = (event: KeyboardEvent) => {
    const index = neighbour(event.key, at, tabs.length);
    const tab = index === null ? undefined : tabs[index];
    if (!tab || index === null) return;
    event.preventDefault();
    onSelect(tab.value);
    list.current?.querySelectorAll('button')[index]?.focus();
  };

  return (
    <div ref={list} className="es-tabs" role="tablist" aria-label={label}>
      {tabs.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          role="tab"
          aria-selected={value === selected}
          tabIndex={value === selected ? 0 : -1}
          onClick={() => onSelect(value)}
          onKeyDown={onKeyDown}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** The tab that a key selects. The last tab is followed by the first. Null for other keys. */
function neighbour(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at + count - 1) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}
