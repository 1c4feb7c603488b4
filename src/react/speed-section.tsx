import { Icon } from './icons.tsx';
import type { MenuTranslate } from './menu-section.ts';
import { MINUS_ICON, PLUS_ICON } from './more-icons.ts';
import { usePlayer, usePlayerState, useTranslate } from './player-context.tsx';
import { useShownSpeed } from './use-shown-speed.ts';

const PRESETS = [0.8, 1, 1.2, 1.5, 2] as const;
const STEP = 0.1;
const SLOWEST = 0.5;
const FASTEST = 3;

/** Speeds from 0.5 to 3 in steps of 0.1, and the most common ones. */
export function SpeedSection({ t }: { t: MenuTranslate }) {
  const player = usePlayer();
  const say = useTranslate();
  const show = useShownSpeed();
  const rate = usePlayerState((snapshot) => snapshot.playbackRate);
  const change = (by: number) => player?.setPlaybackRate(Math.round((rate + by) * 10) / 10);
  return (
    <fieldset className="es-menu-section">
      <legend>{say('speed')}</legend>
      <div className="es-speed-steps">
        <button
          type="button"
          className="es-button"
          aria-label={t('slower')}
          disabled={rate <= SLOWEST}
          onClick={() => change(-STEP)}
        >
          <Icon path={MINUS_ICON} />
        </button>
        <output dir="ltr">{show(rate)}</output>
        <button
          type="button"
          className="es-button"
          aria-label={t('faster')}
          disabled={rate >= FASTEST}
          onClick={() => change(STEP)}
        >
          <Icon path={PLUS_ICON} />
        </button>
      </div>
      <div className="es-chips">
        {PRESETS.map((preset) => (
          <button
            key={preset}
            type="button"
            className="es-chip"
            dir="ltr"
            aria-pressed={preset === rate}
            onClick={() => player?.setPlaybackRate(preset)}
          >
            {show(preset)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
