import { Icon } from './icons.tsx';
import { MenuButton } from './menu-button.tsx';
import { usePlayerState, useTranslate } from './player-context.tsx';
import { isShownMuted } from './volume.tsx';

/** Opens the slider, if a player has no room for it. */
export function VolumeButton() {
  const t = useTranslate();
  const isMuted = usePlayerState(({ volume }) => isShownMuted(volume));
  return (
    <MenuButton label={t('volume')} className="es-volume-button" sections={['volume']}>
      <Icon name={isMuted ? 'muted' : 'volume'} />
    </MenuButton>
  );
}
