import { type KeyboardEvent, useRef } from 'react';
import { Icon } from './icons.tsx';
import { CHECK_ICON } from './more-icons.ts';

export interface MenuProps<Value extends string | number> {
  label: string;
  items: readonly { value: Value; label: string; isDisabled?: boolean }[];
  /** The marked item, if the items exclude each other. */
  selected?: Value | null;
  onSelect: (value: Value) => void;
}

/** A list of choices inside a `Popover`. The arrow keys move the focus (WAI-ARIA menu pattern). */
export function Menu<Value extends string | number>(props: MenuProps<Value>) {
  const { label, items, selected, onSelect } = props;
  const list = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [
      ...(list.current?.querySelectorAll<HTMLElement>('button:not([disabled])') ?? []),
    ];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    const next = target(event.key, at, buttons.length);
    if (next === null) return;
    event.preventDefault();
    buttons[next]?.focus();
  };

  return (
    <div ref={list} role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
      {items.map(({ value, label, isDisabled }) => (
        <button
          key={value}
          type="button"
          className="es-menu-item"
          {...roleOf(value === selected, selected === undefined)}
          disabled={isDisabled}
          onClick={() => onSelect(value)}
        >
          <span dir="auto">{label}</span>
          {selected !== undefined && <Icon path={CHECK_ICON} />}
        </button>
      ))}
    </div>
  );
}

function roleOf(isChecked: boolean, isPlain: boolean) {
  return isPlain ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': isChecked };
}

/** The index that a key moves to; the last item is followed by the first. Null for other keys. */
function target(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (Math.max(at, 0) + count - 1) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}
