import { VOLUME_SHOWN_MAX_ABOVE, VOLUME_SHOWN_MUTED_BELOW } from '../contract/limits.ts';
import { Icon } from './icons.tsx';
import { usePlayer, usePlayerState, useTranslate } from './player-context.tsx';

function volumeLevel(volume: number): 'muted' | 'max' | 'some' {
  if (volume < VOLUME_SHOWN_MUTED_BELOW) return 'muted';
  return volume > VOLUME_SHOWN_MAX_ABOVE ? 'max' : 'some';
}

/** Whether this volume has the crossed-out icon. */
export const isShownMuted = (volume: number) => volumeLevel(volume) === 'muted';

/** A mute button and a slider from 0 to 100. */
export function Volume() {
  const player = usePlayer();
  const t = useTranslate();
  const volume = usePlayerState((snapshot) => snapshot.volume);
  const level = volumeLevel(volume);
  const isMuted = level === 'muted';

  return (
    <div className="es-volume" data-level={level}>
      <button
        type="button"
        className="es-button"
        aria-label={t(isMuted ? 'unmute' : 'mute')}
        onClick={() => player?.setMuted(!isMuted)}
      >
        <Icon name={isMuted ? 'muted' : 'volume'} />
      </button>
      <input
        type="range"
        className="es-slider"
        min={0}
        max={100}
        value={volume}
        style={{ '--es-value': `${volume}%` } as object}
        aria-label={t('volume')}
        onInput={(event) => player?.setVolume(Number(event.currentTarget.value))}
        onChange={() => {}}
      />
    </div>
  );
}
