import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { type CapacityLimits, createCapacity } from './capacity.ts';
import { createChannels } from './channels.ts';
import { closeInSteps } from './close-in-steps.ts';
import { type Connection, createConnection } from './connection.ts';
import { endSocket } from './end-socket.ts';
import { type CloseReason, refuseVersion, writeCount, writeMessage } from './protocol.ts';
import type { PushApp } from './push-app.ts';
import { CHANNEL_CLOSED, type PushEvent } from './push-event.ts';
import { createRevocations } from './revocations.ts';
import { COUNTS_CHANNEL, createSubscriberCounts } from './subscriber-counts.ts';

export interface SocketServerOptions extends Partial<CapacityLimits> {
  app: PushApp;
  isChannel(name: string): boolean;
  /** Private channels that a login admits to. */
  isOfLogin?(name: string): boolean;
  /** Channels whose members hear how many they are. */
  isCounted?(name: string): boolean;
  /** Carries events to all processes: what `deliver` gets. */
  publish?(events: readonly PushEvent[]): void;
  /** Time between two pings. A connection that is silent between them is closed. */
  activityTimeoutS?: number;
}

/** Speaks the Pusher protocol with browsers. */
export interface SocketServer {
  /** Takes over the connection of a request for `/app/{key}`. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): void;
  /** Sends an event to the members of its channel in this process. */
  deliver(event: PushEvent): void;
  /** Ends the connections in a private channel. They come back soon, and must be admitted again. */
  readmit(channel: string): void;
  /** The same for every channel that a login admits to, a few connections at a time. */
  readmitAll(): void;
  /** Ends all connections, and takes no more. */
  close(): void;
  /** Channels that have members: of this process, and the counted ones of all. */
  occupied(): string[];
  /** Members of a channel: of this process, and of a counted channel those of all. */
  countOf(channel: string): number;
  readonly size: number;
}

const ACTIVITY_TIMEOUT_S = 50; // nginx closes a connection after 60 s of silence
const MESSAGE_MAX_BYTES = 10_000; // as at Pusher

export function createSocketServer({
  app,
  isChannel,
  isOfLogin = () => false,
  isCounted = () => false,
  publish = () => {},
  connectionsMax = 20_000,
  perAddressMax = 500,
  activityTimeoutS = ACTIVITY_TIMEOUT_S,
}: SocketServerOptions): SocketServer {
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MESSAGE_MAX_BYTES,
    perMessageDeflate: false, // events are short, and a compressor takes memory for each connection
  });
  const channels = createChannels((channel) => isCounted(channel) && counts.change(channel));
  const counts = createSubscriberCounts({
    countHere: (channel) => channels.members(channel).size,
    announce: (channel, total) => sendTo(channel, writeCount(channel, total)),
    publish,
  });
  const revocations = createRevocations(isOfLogin);
  const connections = new Set<Connection>(); // the oldest first
  const capacity = createCapacity({ connectionsMax, perAddressMax });
  let isClosed = false;
  const checking = setInterval(() => {
    for (const connection of connections) connection.checkLife();
    const [oldest] = connections;
    revocations.forgetBefore(oldest?.number ?? Number.POSITIVE_INFINITY);
  }, activityTimeoutS * 1_000).unref();

  function sendTo(channel: string, text: string, except?: string): void {
    const message = Buffer.from(text); // written once for all
    for (const member of [...channels.members(channel)]) {
      if (member.socketId !== except) member.send(message);
    }
  }

  function refusal({ pathname, searchParams }: URL, address: string): CloseReason | null {
    if (isClosed) return 'STOPPING';
    if (pathname.split('/')[2] !== app.key) return 'UNKNOWN_APP';
    if (!capacity.hasRoom(address)) return 'OVER_CAPACITY';
    return refuseVersion(searchParams.get('protocol'));
  }

  function welcome(socket: WebSocket, address: string): void {
    const leave = capacity.take(address);
    const connection = createConnection({
      socket,
      app,
      channels,
      isChannel,
      countOf: (channel) => (isCounted(channel) ? counts.total(channel) : null),
      revocations,
      activityTimeoutS,
      onClosed() {
        connections.delete(connection);
        leave();
      },
    });
    connections.add(connection);
  }

  return {
    accept(request, socket, head, address) {
      const reason = refusal(new URL(request.url ?? '/', 'ws://any'), address);
      sockets.handleUpgrade(request, socket, head, (opened) => {
        if (reason === null) return welcome(opened, address);
        opened.on('error', () => opened.terminate());
        endSocket(opened, reason);
      });
    },
    deliver({ channel, event, data, except }) {
      if (channel === COUNTS_CHANNEL) return counts.hear(data);
      const members = [...channels.members(channel)];
      if (members.length === 0) return;
      sendTo(channel, writeMessage(event, data, channel), except);
      if (event !== CHANNEL_CLOSED || !isCounted(channel)) return;
      for (const member of members) member.expel(channel);
    },
    readmit(channel) {
      revocations.revoke(channel);
      for (const member of [...channels.members(channel)]) member.close('LOGIN_ENDED');
    },
    readmitAll() {
      revocations.revokeAll();
      const ofLogins = channels.names().filter(isOfLogin);
      const members = ofLogins.flatMap((channel) => [...channels.members(channel)]);
      closeInSteps(members, 'LOGIN_ENDED');
    },
    close() {
      isClosed = true;
      clearInterval(checking);
      counts.close();
      for (const connection of connections) connection.close('STOPPING');
    },
    occupied: () => [...new Set([...channels.names(), ...counts.elsewhere()])],
    countOf: (channel) => counts.total(channel),
    get size() {
      return connections.size;
    },
  };
}
