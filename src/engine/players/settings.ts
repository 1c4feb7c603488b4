import { PLAYBACK_RATE_MAX, PLAYBACK_RATE_MIN } from '../../contract/limits.ts';
import type { Player, PlayerSnapshot } from '../player.ts';
import { createVolume, setMuted, setVolume } from '../rules/volume.ts';
import type { Sound } from '../sound/sound.ts';

/** Volume and speed, which every episode keeps. */
export interface Settings {
  readonly shown: Pick<PlayerSnapshot, 'volume' | 'muted' | 'playbackRate'>;
  readonly methods: Pick<Player, 'setVolume' | 'setMuted' | 'setPlaybackRate'>;
}

export function createSettings(
  sound: Pick<Sound, 'setVolume' | 'setRate'>,
  initialVolume: number,
  onChange: () => void,
): Settings {
  let { volume, muted, audible } = createVolume(initialVolume);
  let playbackRate = 1;
  sound.setVolume(volume / 100);

  function applyVolume(next: ReturnType<typeof createVolume>): void {
    ({ volume, muted, audible } = next);
    sound.setVolume(volume / 100);
    onChange();
  }

  return {
    get shown() {
      return { volume, muted, playbackRate };
    },
    methods: {
      setVolume: (value) => applyVolume(setVolume({ volume, muted, audible }, value)),
      setMuted: (value) => applyVolume(setMuted({ volume, muted, audible }, value)),
      setPlaybackRate(value) {
        if (Number.isFinite(value)) {
          playbackRate = Math.min(Math.max(value, PLAYBACK_RATE_MIN), PLAYBACK_RATE_MAX);
        }
        sound.setRate(playbackRate);
        onChange();
      },
    },
  };
}
