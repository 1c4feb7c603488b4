import type { ErrorReason } from '../../contract/errors.ts';
import {
  LOADED,
  type PlaybackEvent,
  type PlaybackState,
  transition,
} from '../rules/playback-state.ts';

/** The state of a loaded episode, and the reason of its error. */
export interface Playback {
  readonly state: PlaybackState;
  readonly error: ErrorReason | null;
  apply(event: PlaybackEvent): void;
  fail(reason: ErrorReason): void;
}

/** `onChange` is called after every change of the state. */
export function createPlayback(isEmpty: boolean, onChange: () => void): Playback {
  let state = isEmpty ? transition(LOADED, 'failed') : LOADED;
  let error: ErrorReason | null = isEmpty ? 'EPISODE_UNAVAILABLE' : null;
  return {
    get state() {
      return state;
    },
    get error() {
      return error;
    },
    apply(event) {
      const before = state;
      state = transition(state, event);
      if (state === before) return;
      if (state.status !== 'error') error = null;
      onChange();
    },
    fail(reason) {
      state = transition(state, 'failed');
      error = reason;
      onChange();
    },
  };
}
