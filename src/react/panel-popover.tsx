import { createTranslator } from '../i18n/translator.ts';
import { BarPanel } from './bar-panel.tsx';
import { useTranslate } from './player-context.tsx';
import { Popover } from './popover.tsx';
import type { OpenedPopover } from './popover-button.tsx';
import { useLanguageMessages } from './use-language-messages.ts';

/** The panel of the bar, above the button that opened it. */
export function PanelPopover({ anchor, onClose }: OpenedPopover) {
  const t = useTranslate();
  const messages = useLanguageMessages(onClose);
  if (!messages) return null;
  return (
    <Popover label={t('panel')} anchor={anchor} onClose={onClose}>
      <div className="es-bar-panel">
        <BarPanel upNext={createTranslator(messages.upNext)} />
      </div>
    </Popover>
  );
}
