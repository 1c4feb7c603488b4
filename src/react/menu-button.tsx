import { type ReactNode, useRef, useState } from 'react';
import { Icon } from './icons.tsx';
import type { MenuSection, MenuTools } from './menu-section.ts';
import { MORE_ICON } from './more-icons.ts';
import { useTranslate } from './player-context.tsx';
import type { PlayerMenu } from './player-menu.tsx';

export interface MenuButtonProps {
  label: string;
  className?: string;
  sections: readonly MenuSection[];
  tools?: MenuTools | undefined;
  children: ReactNode;
}

/** Opens a part of the player's menu. It is loaded on demand. */
export function MenuButton({ label, className = '', children, ...shown }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<{ Menu: typeof PlayerMenu } | null>(null);
  const toggle = () => {
    if (opened) return setOpened(null);
    import('#player-menu').then(
      ({ PlayerMenu: Menu }) => setOpened({ Menu }),
      () => {}, // offline: the menu does not open
    );
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`es-button ${className}`}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={opened !== null}
        onClick={toggle}
      >
        {children}
      </button>
      {opened && (
        <opened.Menu label={label} {...shown} anchor={button} onClose={() => setOpened(null)} />
      )}
    </>
  );
}

const ALL: readonly MenuSection[] = ['speed', 'timer', 'volume'];

/** Opens everything that the listener can set. */
export function MoreButton({ tools }: { tools?: MenuTools }) {
  const t = useTranslate();
  return (
    <MenuButton label={t('more')} className="es-more" sections={ALL} tools={tools}>
      <Icon path={MORE_ICON} />
    </MenuButton>
  );
}
