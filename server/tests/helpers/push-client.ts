import Pusher from 'pusher-js';
import { WebSocket } from 'ws';

export interface PushClientOptions {
  key: string;
  headers?: Record<string, string> | undefined;
  /** The process that admits to private channels, if it is another one. */
  authAt?: string;
}

/** A listening browser, as far as push is concerned: pusher-js, with the token of a user. */
export function openPushClient(
  address: string,
  { key, headers = {}, authAt = address }: PushClientOptions,
): Pusher {
  const { hostname, port } = new URL(address);
  return new Pusher(key, {
    cluster: '',
    wsHost: hostname,
    wsPort: Number(port),
    forceTLS: false,
    enabledTransports: ['ws'],
    enableStats: false,
    channelAuthorization: {
      endpoint: `${authAt}/pusher/auth`,
      transport: 'ajax',
      headers,
    },
  });
}

/** Joins a channel, and rejects if the server refuses. */
export function joinChannel(client: Pusher, name: string) {
  const channel = client.subscribe(name);
  return new Promise<typeof channel>((resolve, reject) => {
    channel.bind('pusher:subscription_succeeded', () => resolve(channel));
    channel.bind('pusher:subscription_error', reject);
  });
}

/** The data of the next event of that name. */
export const nextEvent = (channel: ReturnType<Pusher['subscribe']>, event: string) =>
  new Promise<unknown>((resolve) => channel.bind(event, resolve));

/** A connection without a client library. */
export interface RawPushClient {
  socket: WebSocket;
  /** Every message so far. */
  heard: { event: string; channel?: string; data: unknown }[];
  send(message: object | string): void;
  /** The code and the reason with which the server has closed it. */
  closed: Promise<{ code: number; reason: string }>;
}

export function openRawPushClient(address: string, path: string): RawPushClient {
  const socket = new WebSocket(`${address.replace('http', 'ws')}${path}`);
  const heard: RawPushClient['heard'] = [];
  socket.on('message', (text) => heard.push(JSON.parse(String(text))));
  socket.on('error', () => {});
  return {
    socket,
    heard,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    closed: new Promise((resolve) => {
      socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }));
    }),
  };
}
