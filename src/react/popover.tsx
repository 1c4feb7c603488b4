import { type ReactNode, useEffect, useRef } from 'react';
import { createScope } from '../lib/scope.ts';
import { putBeside } from './place-beside.ts';

export interface PopoverProps {
  label: string;
  /** The control that opened it, which gets the focus back. */
  anchor: { readonly current: HTMLElement | null };
  /** Escape, a press outside, or the focus elsewhere. The parent must stop rendering it. */
  onClose: () => void;
  children: ReactNode;
}

/** A small surface beside its control, in the top layer. Open while it is rendered. */
export function Popover({ label, anchor, onClose, children }: PopoverProps) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once.
  useEffect(() => {
    const element = box.current;
    const control = anchor.current;
    if (!element || !control) return;
    const scope = createScope();
    const isOutside = ({ target }: Event) =>
      !element.contains(target as Node) && !control.contains(target as Node);
    const place = () => putBeside(element, control);

    element.dir = document.documentElement.dir; // controls around it always stand from left to right
    element.showPopover?.();
    place();
    const find = (selector: string) => element.querySelector<HTMLElement>(selector);
    (find('[aria-checked="true"]') ?? find('button:not([disabled]),input,a'))?.focus();
    scope.listen(window, 'resize', place);
    scope.listen(window, 'scroll', place, { passive: true });
    scope.listen(document, 'pointerdown', (event) => isOutside(event) && onClose());
    scope.listen(document, 'focusin', (event) => isOutside(event) && onClose());
    scope.listen(document, 'keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      control.focus();
      onClose();
    });
    return scope.dispose;
  }, []);

  return (
    <div ref={box} className="es-popover" popover="manual" role="dialog" aria-label={label}>
      {children}
    </div>
  );
}
