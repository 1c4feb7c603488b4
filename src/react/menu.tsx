import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Icon } from './icons.tsx';
import { CHECK_ICON } from './more-icons.ts';

export interface MenuProps<Value extends string | number> {
  label: string;
  items: readonly { value: Value; label: string; isDisabled?: boolean }[];
  /** The marked item, if only one can be selected. */
  selected?: Value | null;
  onSelect: (value: Value) => void;
  /** Further buttons and links of the role `menuitem`, which the Tab key passes over. */
  children?: ReactNode;
}

/**
 * A list of choices inside a `Popover` (WAI-ARIA menu pattern): arrow keys, Home and End move the focus, and the Tab key
 * leaves the list.
 */
export function Menu<Value extends string | number>(props: MenuProps<Value>) {
  const { label, items, selected, onSelect, children } = props;
  const [focused, setFocused] = useState<Value>();
  const enabled = items.filter(({ isDisabled }) => !isDisabled);
  const find = (wanted: unknown) => enabled.find(({ value }) => value === wanted);
  const stop = find(focused) ?? find(selected) ?? enabled[0];

  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [
      ...event.currentTarget.querySelectorAll<HTMLElement>('button:not([disabled]),a'),
    ];
    // Inside a shadow root, the active element of the document is the host.
    const at = buttons.indexOf(event.target as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: Math.max(at, 0) - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    buttons.at(next % buttons.length)?.focus(); // the first item follows the last
  };

  return (
    <div role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
      {items.map(({ value, label, isDisabled }) => (
        <button
          key={value}
          type="button"
          className="es-menu-item"
          {...roleOf(value === selected, selected === undefined)}
          disabled={isDisabled}
          tabIndex={value === stop?.value ? 0 : -1}
          onFocus={() => setFocused(value)}
          onClick={() => onSelect(value)}
        >
          <span dir="auto">{label}</span>
          {selected !== undefined && <Icon path={CHECK_ICON} />}
        </button>
      ))}
      {children}
    </div>
  );
}

function roleOf(isChecked: boolean, isPlain: boolean) {
  return isPlain ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': isChecked };
}
