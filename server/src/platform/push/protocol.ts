/**
 * Messages of the Pusher protocol, version 7 (pusher.com/docs/channels/library_auth_reference/pusher-websockets-protocol).
 * `data` is a string that holds JSON.
 */
export function writeMessage(event: string, data: object | string, channel?: string): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return JSON.stringify({ event, ...(channel ? { channel } : {}), data: text });
}

/** As pusher-js reads it: `channel.subscriptionCount`, and the event `pusher:subscription_count`. */
export const writeCount = (channel: string, subscription_count: number): string =>
  writeMessage('pusher_internal:subscription_count', { subscription_count }, channel);

/** An error has an object as its data, unlike all other messages. */
export const writeError = (code: number, message: string): string =>
  JSON.stringify({ event: 'pusher:error', data: { code, message } });

/** A message of a client. */
export interface ClientMessage {
  event: string;
  data: Readonly<Record<string, unknown>>;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null for what is no message. Clients send `data` as an object or as a string that holds JSON. */
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
 * Why a connection ends. After 4000 to 4099 a client stays away, after 4100 to 4199 it waits before it comes back, and
 * after 4200 to 4299 it comes back at once.
 */
export const CLOSE = {
  UNKNOWN_APP: [4001, 'There is no app with this key'],
  BAD_VERSION: [4006, 'The version of the protocol is not a number'],
  UNKNOWN_VERSION: [4007, 'This version of the protocol is not supported'],
  NO_VERSION: [4008, 'The version of the protocol is missing'],
  OVER_CAPACITY: [4100, 'Too many connections'],
  TOO_SLOW: [4100, 'The connection does not keep up'],
  TOO_MANY_MESSAGES: [4100, 'Too many messages'],
  // A page that has just logged out hears so within the second, and does not come back to be refused.
  LOGIN_ENDED: [4101, 'A login has ended: join again'],
  STOPPING: [4200, 'The server stops'],
  NO_PONG: [4201, 'The connection did not answer a ping'],
} as const satisfies Record<string, readonly [number, string]>;

export type CloseReason = keyof typeof CLOSE;

const VERSIONS = [5, 6, 7];

/** Null if this server speaks the version that the client asks for. */
export function refuseVersion(version: string | null): CloseReason | null {
  if (!version) return 'NO_VERSION';
  if (!/^\d+$/.test(version)) return 'BAD_VERSION';
  return VERSIONS.includes(Number(version)) ? null : 'UNKNOWN_VERSION';
}
