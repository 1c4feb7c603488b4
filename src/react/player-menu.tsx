import { createTranslator } from '../i18n/translator.ts';
import { DownloadLink } from './download-link.tsx';
import type { MenuSection, MenuTools } from './menu-section.ts';
import { usePlayerState } from './player-context.tsx';
import { Popover } from './popover.tsx';
import type { OpenedPopover } from './popover-button.tsx';
import { ShareButton } from './share-button.tsx';
import { SpeedSection } from './speed-section.tsx';
import { TimerSection } from './timer-section.tsx';
import { useLanguageMessages } from './use-language-messages.ts';
import { Volume } from './volume.tsx';

export interface PlayerMenuProps extends OpenedPopover {
  label: string;
  sections: readonly MenuSection[];
  tools?: MenuTools | undefined;
}

/** Settings of the player, beside the button that opened them. In a low frame they are one row that scrolls. */
export function PlayerMenu({ label, sections, tools, anchor, onClose }: PlayerMenuProps) {
  const messages = useLanguageMessages(onClose);
  const isLive = usePlayerState(({ episode }) => episode?.type === 'LIVE');
  if (!messages) return null;
  const t = createTranslator(messages.playerMenu);
  const has = (section: MenuSection) => sections.includes(section);
  return (
    <Popover label={label} anchor={anchor} onClose={onClose}>
      <div className="es-player-menu">
        {has('speed') && !isLive && <SpeedSection t={t} />}
        {has('timer') && <TimerSection t={t} />}
        {has('volume') && (
          <div className="es-menu-row">
            <Volume />
            {tools?.hasDownload && <DownloadLink />}
            {tools?.player && <ShareButton player={tools.player} />}
          </div>
        )}
      </div>
    </Popover>
  );
}
