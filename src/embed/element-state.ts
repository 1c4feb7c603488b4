import type { EmbedEvents, EventName } from './frame-protocol.ts';

/** The state of `<earshot-player>`, in the terms of HTMLMediaElement. */
export interface ElementState {
  readonly paused: boolean;
  readonly ended: boolean;
  readonly seeking: boolean;
  /** Seconds. */
  readonly currentTime: number;
  /** Seconds; NaN while unknown or live. */
  readonly duration: number;
  /** Last second that can play without waiting for the network. */
  readonly bufferedEnd: number;
  /** 0 to 1; keeps its value while muted. */
  readonly volume: number;
  readonly muted: boolean;
  readonly loop: boolean;
  readonly playbackRate: number;
  /** 0 nothing, 1 metadata, 2 waits for more, 4 plays (HTML standard, "ready states"). */
  readonly readyState: 0 | 1 | 2 | 4;
  readonly error: { readonly code: number; readonly message: string } | null;
}

export const INITIAL_STATE: ElementState = {
  paused: true,
  ended: false,
  seeking: false,
  currentTime: 0,
  duration: Number.NaN,
  bufferedEnd: 0,
  volume: 1,
  muted: false,
  loop: false,
  playbackRate: 1,
  readyState: 0,
  error: null,
};

export interface Change {
  readonly state: ElementState;
  /** Events of HTMLMediaElement, in the order to dispatch them in. */
  readonly events: readonly string[];
}

/** Events that the player and a media element name alike; the other events follow from changed facts. */
const SHARED: readonly string[] = ['ended', 'seeked', 'timeupdate', 'progress', 'error'];

/** The state after an event of the player, and the events to dispatch. */
export function reduce<Name extends EventName>(
  state: ElementState,
  name: Name,
  value: EmbedEvents[Name],
): Change {
  const change = patch(state, REDUCERS[name]?.(state, value) ?? {});
  return SHARED.includes(name) ? { ...change, events: [...change.events, name] } : change;
}

/** Changes facts. The result contains the events that follow from the change. */
export function patch(state: ElementState, facts: Partial<ElementState>): Change {
  const next = { ...state, ...facts };
  if (!next.readyState && next.duration > 0) next.readyState = 1;
  const differs = (key: keyof ElementState) => !Object.is(next[key], state[key]);
  // A media element that plays again after its end seeks to its start.
  const isAgain = state.ended && !next.ended && !state.seeking;
  const events = [
    differs('paused') && (next.paused ? 'pause' : 'play'),
    differs('duration') && 'durationchange',
    next.readyState && !state.readyState && 'loadedmetadata',
    (differs('volume') || differs('muted')) && 'volumechange',
    differs('playbackRate') && 'ratechange',
    (isAgain || (next.seeking && !state.seeking)) && 'seeking',
    isAgain && 'seeked',
    differs('readyState') && next.readyState === 2 && 'waiting',
    differs('readyState') && next.readyState === 4 && 'playing',
  ];
  return { state: next, events: events.filter((name) => typeof name === 'string') };
}

type Reducers = {
  readonly [Name in EventName]?: (
    state: ElementState,
    value: EmbedEvents[Name],
  ) => Partial<ElementState>;
};

/** Of MediaError: the network, or anything else that cannot play. */
const errorCode = (reason: string) => (/^(NETWORK|SETUP_TIMEOUT)$/.test(reason) ? 2 : 4);

/** A player reports 0 if it knows no duration. */
const lengthOf = (duration: number) => duration || Number.NaN;

const REDUCERS: Reducers = {
  play: () => ({ paused: false, ended: false, error: null }),
  pause: ({ readyState }) => ({ paused: true, readyState: readyState && 1 }),
  ended: () => ({ paused: true, ended: true }),
  seeked: () => ({ seeking: false }),
  timeupdate: ({ ended }, { seconds, duration }) => ({
    currentTime: seconds,
    duration: lengthOf(duration),
    ended: ended && seconds >= duration,
  }),
  // For the player, a volume of 0 is muted; for a media element these are two things.
  volumechange: (state, { volume, muted }) => ({
    volume: muted ? state.volume : volume / 100,
    muted: muted && state.volume > 0,
  }),
  progress: (_, { seconds }) => ({ bufferedEnd: seconds }),
  ratechange: (_, { playbackRate }) => ({ playbackRate }),
  statechange: ({ readyState }, { state }) => ({
    readyState: state === 'playing' ? 4 : state === 'waiting' ? 2 : readyState,
  }),
  // Of Player.js, 2 is an unknown method, which another script of the page may have called: the sound continues.
  error: (_, { code, msg: message }) =>
    code === 2 ? {} : { paused: true, error: { code: errorCode(message), message } },
  episodechange: () => ({
    currentTime: 0,
    duration: Number.NaN,
    bufferedEnd: 0,
    ended: false,
    seeking: false,
    error: null,
    readyState: 0,
  }),
};
