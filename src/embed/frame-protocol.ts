/** Messages between a page and the player in its frame: the Player.js protocol, as JSON strings. */
export const PROTOCOL = { context: 'player.js', version: '0.0.11' } as const;

export const METHODS = [
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
  // Our own additions, in the same envelope.
  'next',
  'prev',
  'load',
] as const;

export const EVENTS = [
  'ready',
  'progress',
  'timeupdate',
  'play',
  'pause',
  'ended',
  'seeked',
  'error',
  'resize',
  'statechange',
  'episodechange',
] as const;

export type MethodName = (typeof METHODS)[number];
export type EventName = (typeof EVENTS)[number];

export interface MethodMessage {
  method: MethodName;
  value?: unknown;
  /** Which listener an answer is for. */
  listener?: string;
}

export interface EventMessage {
  event: EventName | MethodName;
  value?: unknown;
  listener?: string;
}

export function encodeEvent(message: EventMessage): string {
  return JSON.stringify({ ...PROTOCOL, ...message });
}

export function encodeMethod(message: MethodMessage): string {
  return JSON.stringify({ ...PROTOCOL, ...message });
}

/** The message in `data`, or null: whatever else is posted on a page is none of our business. */
export function decodeMethod(data: unknown): MethodMessage | null {
  const message = decode(data);
  return METHODS.includes(message?.method as MethodName)
    ? (message as unknown as MethodMessage)
    : null;
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
    return null; // somebody else's message that merely looks like JSON
  }
}
