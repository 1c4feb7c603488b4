/**
 * Messages of the Pusher protocol, version 7 (pusher.com/docs/channels/library_auth_reference/pusher-websockets-protocol).
 * `data` is a string that holds JSON.
 */
export const writeMessage = (event: string, data: object, channel?: string): string =>
  JSON.stringify({ event, ...(channel ? { channel } : {}), data: JSON.stringify(data) });

/** In the form of pusher-js: `channel.subscriptionCount`, and the event `pusher:subscription_count`. */
export const writeCount = (channel: string, subscription_count: number): string =>
  writeMessage('pusher_internal:subscription_count', { subscription_count }, channel);

/** Unlike all other messages, an error has an object as its data. */
export const writeError = (code: number, message: string): string =>
  JSON.stringify({ event: 'pusher:error', data: { code, message } });

/** A message of a client. */
export interface ClientMessage {
  event: string;
  data: Readonly<Record<string, unknown>>;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null for an invalid message. Clients send `data` as an object or as a string that holds JSON. */
export function readMessage(text: string): ClientMessage | null {
  try {
    const message: unknown = JSON.parse(text);
    if (!isRecord(message) || typeof message.event !== 'string') return null;
    const { data } = message;
    const read: unknown = typeof data === 'string' && data ? JSON.parse(data) : data;
    return { event: message.event, data: isRecord(read) ? read : {} };
  } catch {
    return null;
  }
}

/**
 * The reasons for closing. After codes 4000 to 4099 a client stays away, after 4100 to 4199 it waits before it
 * reconnects, and after 4200 to 4299 it reconnects at once.
 */
export const CLOSE = {
  UNKNOWN_APP: [4001, 'There is no app with this key'],
  BAD_VERSION: [4006, 'The version of the protocol is not a number'],
  UNKNOWN_VERSION: [4007, 'This version of the protocol is not supported'],
  NO_VERSION: [4008, 'The version of the protocol is missing'],
  OVER_CAPACITY: [4100, 'Too many connections'],
  TOO_SLOW: [4100, 'The connection does not keep up'],
  TOO_MANY_MESSAGES: [4100, 'Too many messages'],
  // A page that has just logged out learns so within the second, and does not reconnect only to be refused.
  LOGIN_ENDED: [4101, 'A login has ended: join again'],
  STOPPING: [4200, 'The server stops'],
  NO_PONG: [4201, 'The connection did not answer a ping'],
} as const satisfies Record<string, readonly [number, string]>;

export type CloseReason = keyof typeof CLOSE;

const VERSIONS = [5, 6, 7];

/** Null if this server supports the requested version. */
export function refuseVersion(version: string | null): CloseReason | null {
  if (!version) return 'NO_VERSION';
  if (!/^\d+$/.test(version)) return 'BAD_VERSION';
  return VERSIONS.includes(Number(version)) ? null : 'UNKNOWN_VERSION';
}
