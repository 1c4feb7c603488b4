/**
 * Messages between a page and the player in its frame: the Player.js protocol, as JSON strings
 * (https://github.com/embedly/player.js/blob/master/SPEC.rst).
 */
const PROTOCOL = { context: 'player.js', version: '0.0.11' } as const;

const STANDARD_METHODS = [
  'play',
  'pause',
  'getPaused',
  'mute',
  'unmute',
  'getMuted',
  'setVolume',
  'getVolume',
  'getDuration',
  'setCurrentTime',
  'getCurrentTime',
  'setLoop',
  'getLoop',
  'addEventListener',
  'removeEventListener',
] as const;

const STANDARD_EVENTS = [
  'ready',
  'progress',
  'timeupdate',
  'play',
  'pause',
  'ended',
  'seeked',
  'error',
] as const;

/** The methods of our player: first the standard's, then our additions. */
export const METHODS = [
  ...STANDARD_METHODS,
  'next',
  'prev',
  'load',
  'setPlaybackRate',
  'getPlaybackRate',
  'setConsent',
  'getTextTracks',
  'getCues',
] as const;

export const EVENTS = [
  ...STANDARD_EVENTS,
  'resize',
  'statechange',
  'episodechange',
  'volumechange',
  'ratechange',
  'playbackratechange',
] as const;

export type MethodName = (typeof METHODS)[number];
export type EventName = (typeof EVENTS)[number];

/** The capabilities that a player reports in `ready`. */
export interface EmbedCapabilities {
  /** Address of the document in the frame. */
  readonly src: string;
  readonly events: readonly string[];
  readonly methods: readonly string[];
  /** Whether it confirms every method that names a listener. Our player does; a plain Player.js player answers getters only. */
  readonly confirms: boolean;
}

/** Why `play` produced no sound, in the answer's `value.error`. */
export const PLAY_FAILURES = ['not_allowed', 'not_playable', 'aborted'] as const;
export type PlayFailure = (typeof PLAY_FAILURES)[number];

/** Payloads of the events. */
export interface EmbedEvents {
  ready: EmbedCapabilities;
  /** `percent` is a fraction of the duration, 0 to 1; `seconds` the last buffered second. */
  progress: { percent: number; seconds: number; duration: number };
  /** Seconds. */
  timeupdate: { seconds: number; duration: number };
  /** The listener wants sound, which may still be loading. */
  play: undefined;
  pause: undefined;
  ended: undefined;
  seeked: undefined;
  /** `code`: -1 undefined, 1 playback not supported, 2 method not supported (Player.js). */
  error: { code: number; msg: string };
  /** Height in CSS pixels at which nothing of the player is cut off. */
  resize: { height: number };
  /** `idle`, `loading`, `loaded`, `waiting`, `playing`, `paused`, `ended`, `error`, `unsupported`. */
  statechange: { state: string };
  episodechange: { episode_id: number; title: string };
  /** `volume` is 0 to 100, and 0 while muted. */
  volumechange: { volume: number; muted: boolean };
  /** 1 is the normal speed. */
  ratechange: { playbackRate: number };
  /** The same, by the name that Video.js knows. */
  playbackratechange: { playbackRate: number };
}

/** The default of each field of every event, which also determines its type. */
const PAYLOADS: { readonly [Name in EventName]: EmbedEvents[Name] } = {
  ready: { src: '', events: STANDARD_EVENTS, methods: STANDARD_METHODS, confirms: false },
  progress: { percent: 0, seconds: 0, duration: 0 },
  timeupdate: { seconds: 0, duration: 0 },
  play: undefined,
  pause: undefined,
  ended: undefined,
  seeked: undefined,
  error: { code: -1, msg: '' },
  resize: { height: 0 },
  statechange: { state: '' },
  episodechange: { episode_id: 0, title: '' },
  volumechange: { volume: 0, muted: false },
  ratechange: { playbackRate: 1 },
  playbackratechange: { playbackRate: 1 },
};

/** The payload of an event. Fields that are missing or have another type get their default. */
export function readPayload<Name extends EventName>(name: Name, value: unknown): EmbedEvents[Name] {
  const payload = PAYLOADS[name];
  const fields = Object.entries(payload ?? {}).map(([key, fallback]) => {
    const field: unknown = Object(value)[key];
    return [key, isLike(fallback, field) ? field : fallback];
  });
  return payload && Object.fromEntries(fields);
}

function isLike(fallback: unknown, field: unknown): boolean {
  if (!Array.isArray(fallback)) return typeof field === typeof fallback;
  return Array.isArray(field) && field.every((name) => typeof name === 'string');
}

export const isEventName = (name: string): name is EventName => Object.hasOwn(PAYLOADS, name);

export interface MethodMessage {
  method: string;
  value?: unknown;
  /** The listener of an answer. */
  listener?: string;
}

export interface EventMessage {
  /** Name of an event, or of the answered method. */
  event: string;
  value?: unknown;
  listener?: string;
}

export function encodeEvent(message: EventMessage): string {
  return JSON.stringify({ ...PROTOCOL, ...message });
}

export function encodeMethod(message: MethodMessage & { method: MethodName }): string {
  return JSON.stringify({ ...PROTOCOL, ...message });
}

/** The message in `data`, or null if the message belongs to another script. */
export function decodeMethod(data: unknown): MethodMessage | null {
  const message = decode(data);
  return typeof message?.method === 'string' ? (message as unknown as MethodMessage) : null;
}

export function decodeEvent(data: unknown): EventMessage | null {
  const message = decode(data);
  return typeof message?.event === 'string' ? (message as unknown as EventMessage) : null;
}

function decode(data: unknown): Record<string, unknown> | null {
  if (typeof data !== 'string' || !data.startsWith('{')) return null;
  try {
    const message: unknown = JSON.parse(data);
    const isOurs = (message as { context?: unknown })?.context === PROTOCOL.context;
    return isOurs ? (message as Record<string, unknown>) : null;
  } catch {
    return null; // another script's message that only looks like JSON
  }
}
