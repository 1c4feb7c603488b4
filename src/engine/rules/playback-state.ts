import type { PlayerStatus } from '../player.ts';

export interface PlaybackState {
  readonly status: PlayerStatus;
  /** The listener wants sound. It stays true while loading; an error and the end clear it. */
  readonly playing: boolean;
}

export type PlaybackEvent =
  | 'play'
  | 'pause'
  | 'load'
  | 'loaded'
  | 'started'
  | 'stalled'
  | 'blocked'
  | 'seek'
  | 'finished'
  | 'failed'
  | 'unsupported'
  | 'released';

export const IDLE: PlaybackState = { status: 'idle', playing: false };

/** An episode is loaded, and nothing of it has been played. */
export const LOADED: PlaybackState = { status: 'loaded', playing: false };

const UNLOADED: ReadonlySet<PlayerStatus> = new Set(['idle', 'loading', 'error']);

/** The state after `event`: the rules that the players apply. Returns the same object if nothing changes. */
export function transition(state: PlaybackState, event: PlaybackEvent): PlaybackState {
  const { status } = state;
  if (status === 'unsupported' && event !== 'released') return state;
  switch (event) {
    case 'play': // After an error this retries; after the end it starts again.
      if (UNLOADED.has(status)) return next(state, 'loading', true);
      return next(state, status === 'playing' ? 'playing' : 'waiting', true);
    case 'pause':
      if (status === 'waiting' || status === 'playing') return next(state, 'paused', false);
      return next(state, status, false);
    case 'load':
      return status === 'idle' || status === 'error'
        ? next(state, 'loading', state.playing)
        : state;
    case 'loaded':
      if (status !== 'loading') return state;
      return next(state, state.playing ? 'waiting' : 'loaded', state.playing);
    case 'started':
      return state.playing && !UNLOADED.has(status) ? next(state, 'playing', true) : state;
    case 'stalled':
      return status === 'playing' ? next(state, 'waiting', true) : state;
    case 'blocked': // The browser requires a gesture first.
      return UNLOADED.has(status) ? next(state, status, false) : next(state, 'paused', false);
    case 'seek':
      return status === 'ended' ? next(state, 'paused', false) : state;
    case 'finished': // A sound that ends before it was loaded is a broken sound.
      if (status === 'loading') return next(state, 'error', false);
      return status === 'idle' || status === 'error' ? state : next(state, 'ended', false);
    case 'failed':
      return next(state, 'error', false);
    case 'unsupported':
      return next(state, 'unsupported', false);
    case 'released':
      return next(state, 'idle', false);
    default:
      return event satisfies never;
  }
}

function next(state: PlaybackState, status: PlayerStatus, playing: boolean): PlaybackState {
  return state.status === status && state.playing === playing ? state : { status, playing };
}
