import type { KeyboardEvent } from 'react';

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
  const at = tabs.findIndex(({ value }) => value === selected);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const ahead = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    const next = { ArrowRight: at + ahead, ArrowLeft: at - ahead, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const tab =
      event.currentTarget.parentElement?.querySelectorAll('button')[
        (next + tabs.length) % tabs.length // the first tab follows the last
      ];
    tab?.click();
    tab?.focus();
  };

  return (
    <div className="es-tabs" role="tablist" aria-label={label}>
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
