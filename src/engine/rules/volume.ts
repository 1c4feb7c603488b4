import {
  VOLUME_DEFAULT,
  VOLUME_SHOWN_MUTED_BELOW,
  VOLUME_UNMUTE_MIN,
} from '../../contract/limits.ts';

/** Volume is 0 to 100; below 1 it is muted. */
export interface VolumeState {
  readonly volume: number;
  readonly muted: boolean;
  /** The last volume that was not muted, which unmuting restores. */
  readonly audible: number;
}

export function createVolume(volume: number): VolumeState {
  return setVolume({ volume: VOLUME_DEFAULT, muted: true, audible: VOLUME_UNMUTE_MIN }, volume);
}

export function setVolume(state: VolumeState, volume: number): VolumeState {
  const bounded = Number.isFinite(volume) ? Math.min(Math.max(volume, 0), 100) : state.volume;
  const muted = bounded < VOLUME_SHOWN_MUTED_BELOW;
  return { volume: bounded, muted, audible: muted ? state.audible : bounded };
}

/** Unmuting restores the larger of 25 and the last volume. */
export function setMuted(state: VolumeState, muted: boolean): VolumeState {
  if (muted === state.muted) return state;
  return setVolume(state, muted ? 0 : Math.max(VOLUME_UNMUTE_MIN, state.audible));
}
