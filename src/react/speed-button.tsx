import { MenuButton } from './menu-button.tsx';
import { usePlayerState, useTranslate } from './player-context.tsx';
import { useShownSpeed } from './use-shown-speed.ts';

/** Shows the speed, and opens a menu of speeds. */
export function SpeedButton() {
  const t = useTranslate();
  const show = useShownSpeed();
  const rate = usePlayerState((snapshot) => snapshot.playbackRate);
  const isLive = usePlayerState(({ episode }) => episode?.type === 'LIVE');
  if (isLive) return null;
  return (
    <MenuButton label={`${t('speed')} ${show(rate)}`} className="es-speed" sections={SPEED}>
      {show(rate)}
    </MenuButton>
  );
}

const SPEED = ['speed'] as const;
