import { randomInt } from 'node:crypto';
import type { RawData, WebSocket } from 'ws';
import { isAdmitted, loginOf } from './channel-signature.ts';
import type { Channels, Connection } from './channels.ts';
import {
  CLOSE,
  type ClientMessage,
  type CloseReason,
  readMessage,
  writeCount,
  writeError,
  writeMessage,
} from './protocol.ts';
import type { PushApp } from './push-app.ts';
import type { Revocations } from './revocations.ts';

export interface ConnectionOptions {
  socket: WebSocket;
  app: PushApp;
  channels: Channels;
  /** True for the name of a public or private channel. */
  isChannel(name: string): boolean;
  /** The number of connections in the channel, for its members. Null if the channel is not counted. */
  countOf(channel: string): number | null;
  revocations: Revocations;
  activityTimeoutS: number;
  onClosed(): void;
}

type Fields = ClientMessage['data'];

const BUFFER_MAX_BYTES = 256 << 10; // one event sends less than 1 kB to a client
const CHANNELS_MAX = 100;
const MESSAGES_MAX = 300; // between two calls of `checkLife`: all channels, joined and left, and pings
const SOCKET_ID_MAX = 2 ** 31;

const newSocketId = () => `${randomInt(1, SOCKET_ID_MAX)}.${randomInt(1, SOCKET_ID_MAX)}`;

/** Welcomes a client, and answers it until it disconnects. */
export function createConnection(options: ConnectionOptions): Connection {
  const { socket, app, channels, isChannel, countOf, revocations, activityTimeoutS, onClosed } =
    options;
  const number = revocations.nextNumber();
  const socketId = newSocketId();
  const joined = new Map<string, string | undefined>(); // the login that admitted to each channel
  const expelledFrom = new Set<string>();
  let isAlive = true;
  let messages = 0;

  function send(message: string | Buffer): void {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > BUFFER_MAX_BYTES) close('TOO_SLOW');
    else socket.send(message, { binary: false });
  }

  const close = (reason: CloseReason) => endSocket(socket, reason);

  /** The reason why a client may not join a channel: an HTTP status and a message. Null if it may. */
  function refusal(channel: string, auth: unknown): [status: number, error: string] | null {
    if (!isChannel(channel)) return [404, 'There is no such channel'];
    if (channel.startsWith('private-') && !isAdmitted(app, { socketId, channel }, auth)) {
      return [401, 'The signature is wrong'];
    }
    if (expelledFrom.has(channel)) return [403, 'The channel has been closed'];
    const isFull = !joined.has(channel) && joined.size >= CHANNELS_MAX;
    return isFull ? [429, 'Too many channels'] : null;
  }

  function join({ channel, auth }: Fields): void {
    if (typeof channel !== 'string') return;
    const [status, error] = refusal(channel, auth) ?? [];
    if (status !== undefined) {
      const data = { type: 'AuthError', error, status };
      send(writeMessage('pusher:subscription_error', data, channel));
      return;
    }
    if (revocations.isRevoked(channel, number)) {
      close('LOGIN_ENDED');
      return;
    }
    joined.set(channel, loginOf(auth));
    channels.join(channel, connection);
    send(writeMessage('pusher_internal:subscription_succeeded', {}, channel));
    const count = countOf(channel);
    if (count !== null) send(writeCount(channel, count));
  }

  function leave({ channel }: Fields): void {
    if (typeof channel !== 'string' || !joined.delete(channel)) return;
    channels.leave(channel, connection);
  }

  function receive(raw: RawData): void {
    isAlive = true;
    messages += 1;
    const message = messages > MESSAGES_MAX ? null : readMessage(String(raw));
    if (messages > MESSAGES_MAX) close('TOO_MANY_MESSAGES');
    else if (message?.event === 'pusher:ping') send(writeMessage('pusher:pong', {}));
    else if (message?.event === 'pusher:subscribe') join(message.data);
    else if (message?.event === 'pusher:unsubscribe') leave(message.data);
    else if (message?.event.startsWith('client-')) {
      send(writeError(4301, 'This server takes no events of clients'));
    }
  }

  const connection: Connection = {
    number,
    send,
    checkLife() {
      messages = 0;
      if (isAlive) send(writeMessage('pusher:ping', {}));
      else close('NO_PONG');
      isAlive = false;
    },
    loginIn: (channel) => joined.get(channel),
    expel(channel) {
      expelledFrom.add(channel);
      leave({ channel });
    },
    close,
  };
  socket.on('message', receive);
  socket.on('error', () => socket.terminate()); // e.g. a message over the limit
  socket.on('close', () => {
    for (const channel of joined.keys()) channels.leave(channel, connection);
    onClosed();
  });
  send(
    writeMessage('pusher:connection_established', {
      socket_id: socketId,
      activity_timeout: activityTimeoutS,
    }),
  );
  return connection;
}

const CUT_AFTER_MS = 1_000; // a client that does not read does not complete the closing handshake either

/** Sends the reason, and ends the connection. */
export function endSocket(socket: WebSocket, reason: CloseReason): void {
  if (socket.readyState !== socket.OPEN) return;
  const [code, message] = CLOSE[reason];
  if (reason !== 'TOO_SLOW') socket.send(writeError(code, message));
  socket.close(code, message);
  setTimeout(() => socket.terminate(), CUT_AFTER_MS).unref();
}
