import { PLAYBACK_RATE_MAX, PLAYBACK_RATE_MIN } from '../../contract/limits.ts';
import type { Player, PlayerSnapshot } from '../player.ts';
import { createVolume, setMuted, setVolume } from '../rules/volume.ts';
import type { Sound } from '../sound/sound.ts';

export interface SettingsPorts {
  readonly sound: Pick<Sound, 'setVolume' | 'setRate'>;
  /** 0 to 100. */
  readonly volume: number;
  onChange(): void;
}

/** The listener's settings, which every episode keeps. */
export interface Settings {
  readonly shown: Pick<PlayerSnapshot, 'volume' | 'muted' | 'playbackRate'>;
  readonly isContinuous: boolean;
  readonly isLooping: boolean;
  readonly methods: Pick<
    Player,
    'setVolume' | 'setMuted' | 'setPlaybackRate' | 'setLoop' | 'getLoop' | 'setContinuous'
  >;
}

export function createSettings({ sound, onChange, ...initial }: SettingsPorts): Settings {
  let volume = createVolume(initial.volume);
  let rate = 1;
  let loop = false;
  let isContinuous = true;
  sound.setVolume(volume.volume / 100);

  function applyVolume(next: typeof volume): void {
    volume = next;
    sound.setVolume(volume.volume / 100);
    onChange();
  }

  return {
    get shown() {
      return { volume: volume.volume, muted: volume.muted, playbackRate: rate };
    },
    get isContinuous() {
      return isContinuous;
    },
    get isLooping() {
      return loop;
    },
    methods: {
      setVolume: (value) => applyVolume(setVolume(volume, value)),
      setMuted: (muted) => applyVolume(setMuted(volume, muted)),
      setPlaybackRate(value) {
        if (Number.isFinite(value)) {
          rate = Math.min(Math.max(value, PLAYBACK_RATE_MIN), PLAYBACK_RATE_MAX);
        }
        sound.setRate(rate);
        onChange();
      },
      setLoop(value) {
        loop = value;
        onChange();
      },
      getLoop: () => loop,
      setContinuous(value) {
        isContinuous = value;
      },
    },
  };
}
