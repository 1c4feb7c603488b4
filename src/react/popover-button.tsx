import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { loadPart } from './load-part.ts';

/** Props of a popover from the button that opened it. */
export interface OpenedPopover {
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export interface PopoverButtonProps<Part> {
  label: string;
  className?: string;
  /** Loads the code of the popover at the first press. See `loadPart`. */
  load: () => Promise<Part>;
  render: (part: Part, popover: OpenedPopover) => ReactNode;
  children: ReactNode;
}

/** Opens and closes a popover whose code is loaded on demand. */
export function PopoverButton<Part>(props: PopoverButtonProps<Part>) {
  const { label, className = '', load, render, children } = props;
  const anchor = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<{ part: Part } | null>(null);
  const onClose = () => setOpened(null);
  const toggle = () => {
    if (opened) return onClose();
    loadPart(load(), (part) => setOpened({ part }));
  };
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={`es-button ${className}`.trim()}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={opened !== null}
        onClick={toggle}
      >
        {children}
      </button>
      {opened && render(opened.part, { anchor, onClose })}
    </>
  );
}
