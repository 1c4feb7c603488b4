import type { Player, PlayerSnapshot } from '../player.ts';
import { clampSpeed } from '../rules/speed.ts';
import { createVolume, setMuted, setVolume } from '../rules/volume.ts';
import type { Sound } from '../sound/sound.ts';

/** Volume and speed, which stay the same for every episode. */
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
          playbackRate = clampSpeed(value);
        }
        sound.setRate(playbackRate);
        onChange();
      },
    },
  };
}
