import { useRef, useState } from 'react';
import { Icon } from './icons.tsx';
import { QUEUE_ICON } from './more-icons.ts';
import type { PanelPopover } from './panel-popover.tsx';
import { useTranslate } from './player-context.tsx';

/** Opens what plays next, the chapters and the notes. They are loaded on demand. */
export function PanelButton() {
  const t = useTranslate();
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<{ Panel: typeof PanelPopover } | null>(null);
  const toggle = () => {
    if (opened) return setOpened(null);
    import('./bar-extras.ts').then(
      ({ PanelPopover: Panel }) => setOpened({ Panel }),
      () => {}, // offline: the panel does not open
    );
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="es-button"
        aria-label={t('panel')}
        aria-haspopup="dialog"
        aria-expanded={opened !== null}
        onClick={toggle}
      >
        <Icon path={QUEUE_ICON} />
      </button>
      {opened && <opened.Panel anchor={button} onClose={() => setOpened(null)} />}
    </>
  );
}
