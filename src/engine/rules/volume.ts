import { VOLUME_UNMUTE_MIN } from '../../contract/limits.ts';

/** Volume is 0 to 100; 0 means muted. */
export interface VolumeState {
  readonly volume: number;
  readonly muted: boolean;
  /** The last volume above 0, which unmuting restores. */
  readonly audible: number;
}

export function createVolume(volume: number): VolumeState {
  return setVolume({ volume: 0, muted: true, audible: VOLUME_UNMUTE_MIN }, volume);
}

export function setVolume(state: VolumeState, volume: number): VolumeState {
  const bounded = Number.isFinite(volume) ? Math.min(Math.max(volume, 0), 100) : state.volume;
  return { volume: bounded, muted: bounded === 0, audible: bounded > 0 ? bounded : state.audible };
}

/** Unmuting restores the larger of 25 and the last volume. */
export function setMuted(state: VolumeState, muted: boolean): VolumeState {
  if (muted === state.muted) return state;
  return setVolume(state, muted ? 0 : Math.max(VOLUME_UNMUTE_MIN, state.audible));
}
