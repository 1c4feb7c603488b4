import { Icon } from './icons.tsx';
import { QUEUE_ICON } from './more-icons.ts';
import { useTranslate } from './player-context.tsx';
import { PopoverButton } from './popover-button.tsx';

/** Opens what plays next, the chapters and the notes. */
export function PanelButton() {
  const t = useTranslate();
  return (
    <PopoverButton
      label={t('panel')}
      load={() => import('./bar-extras.ts')}
      render={({ PanelPopover }, popover) => <PanelPopover {...popover} />}
    >
      <Icon path={QUEUE_ICON} />
    </PopoverButton>
  );
}
