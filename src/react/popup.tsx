import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { POPUP_WIDTH_PX } from '../contract/limits.ts';
import { Icon } from './icons.tsx';
import { useTranslate } from './player-provider.tsx';

export interface PopupProps {
  /** Names the popup to those who do not see it. */
  label: string;
  /** CSS pixels; the page's width less 40 px is the most (spec 2). */
  width?: number;
  /** False where the popup's own content must be answered. */
  isClosable?: boolean;
  /** Called once it has closed: stop rendering it then. */
  onClose: () => void;
  children: ReactNode;
}

/** A box above the page, open while it is rendered. The browser keeps the focus inside, and gives it back. */
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
    if (!dialog.current?.open) dialog.current?.showModal();
    return () => {
      // Taken away without having closed: the browser gives no focus back then.
      if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus();
    };
  }, []);
  const close = () => dialog.current?.close();
  // The ground around the box counts as the dialog itself; a selection dragged out of the box is no click on it.
  const isOutside = (event: MouseEvent) => event.target === dialog.current;

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out is Escape, which the element itself knows.
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
          <Icon name="close" />
        </button>
      )}
    </dialog>
  );
}
