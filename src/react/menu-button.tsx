import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';
import type { MenuSection, MenuTools } from './menu-section.ts';
import { MORE_ICON } from './more-icons.ts';
import { useTranslate } from './player-context.tsx';
import { PopoverButton } from './popover-button.tsx';

export interface MenuButtonProps {
  label: string;
  className?: string;
  sections: readonly MenuSection[];
  tools?: MenuTools | undefined;
  children: ReactNode;
}

/** Opens a part of the player's menu. */
export function MenuButton({ sections, tools, ...button }: MenuButtonProps) {
  return (
    <PopoverButton
      {...button}
      load={() => import('#player-menu')}
      render={({ PlayerMenu }, popover) => (
        <PlayerMenu label={button.label} sections={sections} tools={tools} {...popover} />
      )}
    />
  );
}

const ALL: readonly MenuSection[] = ['speed', 'timer', 'volume'];

/** Opens all settings for the listener. */
export function MoreButton({ tools }: { tools?: MenuTools }) {
  const t = useTranslate();
  return (
    <MenuButton label={t('more')} className="es-more" sections={ALL} tools={tools}>
      <Icon path={MORE_ICON} />
    </MenuButton>
  );
}
