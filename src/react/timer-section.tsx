import type { SleepChoice } from '../engine/player.ts';
import { formatTime } from '../i18n/time.ts';
import type { MenuTranslate } from './menu-section.ts';
import { usePlayer, usePlayerState, useTranslate } from './player-context.tsx';

const MINUTES = [5, 15, 30, 60] as const;

/** The time of the fade-out: after some minutes, or at the end of the chapter or episode. */
export function TimerSection({ t }: { t: MenuTranslate }) {
  const player = usePlayer();
  const say = useTranslate();
  const chosen = usePlayerState(({ sleepTimer }) => sleepTimer?.choice ?? null);
  const left = usePlayerState(({ sleepTimer }) => sleepTimer?.secondsLeft ?? null);
  const hasChapters = usePlayerState(({ episode }) => (episode?.chapters.length ?? 0) > 0);
  const choices: (readonly [SleepChoice | null, string])[] = [
    [null, t('timer_off')],
    ...MINUTES.map((count) => [count, t('timer_minutes', { count })] as const),
    ['episode', t('timer_episode')],
    ...(hasChapters ? [['chapter', t('timer_chapter')] as const] : []),
  ];
  return (
    <fieldset className="es-menu-section">
      <legend>
        {say('timer')}
        {left !== null && <b> {formatTime(left)}</b>}
      </legend>
      <div className="es-chips">
        {choices.map(([choice, label]) => (
          <button
            key={label}
            type="button"
            className="es-chip"
            aria-pressed={choice === chosen}
            onClick={() => player?.setSleepTimer(choice)}
          >
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
