import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { POPUP_WIDTH_PX } from '../contract/limits.ts';
import { Icon } from './icons.tsx';
import { CLOSE_ICON } from './more-icons.ts';
import { useTranslate } from './player-context.tsx';

export interface PopupProps {
  /** The accessible name of the popup. */
  label: string;
  /** CSS pixels, at most the page's width minus 40 px. */
  width?: number;
  /** False if the listener must choose one of the popup's buttons. */
  isClosable?: boolean;
  /** Called after the popup has closed. The parent must stop rendering it. */
  onClose: () => void;
  children: ReactNode;
}

/** A modal box, open while it is rendered. The browser keeps the focus inside and returns it afterwards. */
export function Popup({
  label,
  width = POPUP_WIDTH_PX,
  isClosable = true,
  onClose,
  children,
}: PopupProps) {
  const t = useTranslate();
  const dialog = useRef<HTMLDialogElement>(null);
  const isPressedOutside = useRef(false);
  useEffect(() => {
    const opener = document.activeElement;
    const box = dialog.current;
    if (box && !box.open) {
      box.dir = document.documentElement.dir; // controls around it always stand from left to right
      box.showModal();
    }
    focusInside(box);
    return () => {
      // The browser does not return the focus if the dialog is removed while it is open.
      if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus();
    };
  }, []);
  const close = () => dialog.current?.close();
  // A click on the backdrop has the dialog as its target. A selection that ends outside the box must not close it.
  const isOutside = (event: MouseEvent) => event.target === dialog.current;

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it with Escape, which the dialog element handles.
    <dialog
      ref={dialog}
      className="es-popup"
      aria-label={label}
      style={{ '--es-width': `${width}px` } as object}
      onCancel={(event) => {
        if (!isClosable) event.preventDefault();
      }}
      onClose={onClose}
      onMouseDown={(event) => {
        isPressedOutside.current = isOutside(event);
      }}
      onClick={(event) => {
        if (isClosable && isPressedOutside.current && isOutside(event)) close();
      }}
    >
      <div className="es-popup-body">{children}</div>
      {isClosable && (
        <button
          type="button"
          className="es-button es-popup-close"
          aria-label={t('close')}
          onClick={close}
        >
          <Icon path={CLOSE_ICON} />
        </button>
      )}
    </dialog>
  );
}

/** In a low frame Chromium focuses the scrolling part, which has no function. */
function focusInside(dialog: HTMLElement | null): void {
  const { activeElement } = document;
  if (!dialog?.contains(activeElement) || !activeElement?.matches('.es-popup-body')) return;
  activeElement.querySelector<HTMLElement>('button,input,a,[tabindex="0"]')?.focus();
}
