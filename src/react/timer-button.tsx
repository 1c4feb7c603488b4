import { Icon } from './icons.tsx';
import { MenuButton } from './menu-button.tsx';
import { TIMER_ICON } from './more-icons.ts';
import { usePlayerState, useTranslate } from './player-context.tsx';

/** Opens the sleep timer, and shows its remaining minutes. */
export function TimerButton() {
  const t = useTranslate();
  const isSet = usePlayerState(({ sleepTimer }) => sleepTimer !== null);
  const minutes = usePlayerState(({ sleepTimer }) =>
    Math.ceil((sleepTimer?.secondsLeft ?? 0) / 60),
  );
  return (
    <MenuButton
      label={t('timer')}
      className={isSet ? 'es-timer es-timer-set' : 'es-timer'}
      sections={['timer']}
    >
      <Icon path={TIMER_ICON} />
      {isSet && minutes > 0 && <span className="es-timer-left">{minutes}</span>}
    </MenuButton>
  );
}
