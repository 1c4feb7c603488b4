import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Connection, createChannels } from './channels.ts';
import { createConnection, endSocket } from './connection.ts';
import { type CloseReason, refuseVersion, writeCount, writeMessage } from './protocol.ts';
import type { PushApp } from './push-app.ts';
import { CHANNEL_CLOSED, type PushEvent } from './push-event.ts';
import { createRevocations } from './revocations.ts';
import { COUNTS_CHANNEL, type CountTimes, createSubscriberCounts } from './subscriber-counts.ts';

export interface SocketServerOptions extends Partial<CapacityLimits> {
  app: PushApp;
  isChannel(name: string): boolean;
  /** Private channels that a login admits to. */
  isOfLogin?(name: string): boolean;
  /** Channels whose members receive the number of members. */
  isCounted?(name: string): boolean;
  /** Sends events to all processes, including this one's `deliver`. */
  publish?(events: readonly PushEvent[]): void;
  /** Time between two pings. A connection that is silent between them is closed. */
  activityTimeoutS?: number;
  /** The rhythm in which members are counted. */
  countTimes?: Partial<CountTimes> | undefined;
}

/** Speaks the Pusher protocol with browsers. */
export interface SocketServer {
  /** Takes over the connection of a request for `/app/{key}`. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): void;
  /** Sends an event to the members of its channel in this process. */
  deliver(event: PushEvent): void;
  /** Ends the connections in a private channel. Their clients reconnect soon, and need a new admission. */
  readmit(channel: string): void;
  /** The logins whose members are connected. Older signatures of any login admit to its channel no more. */
  revokeLogins(): string[];
  /** Ends the connections that these logins have admitted. */
  endLogins(logins: ReadonlySet<string>): void;
  /** Ends all connections, and accepts no more. */
  close(): void;
  readonly size: number;
}

const ACTIVITY_TIMEOUT_S = 50; // nginx closes a connection after 60 s of silence
const NO_LOGIN = 'none-0'; // of a signature by a process of an older version
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
  countTimes,
}: SocketServerOptions): SocketServer {
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MESSAGE_MAX_BYTES,
    perMessageDeflate: false, // events are short, and a compressor needs memory for each connection
  });
  const channels = createChannels((channel) => isCounted(channel) && counts.change(channel));
  const counts = createSubscriberCounts({
    countHere: (channel) => channels.members(channel).size,
    announce: (channel, total) => sendTo(channel, writeCount(channel, total)),
    publish,
    times: countTimes,
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

  function sendTo(channel: string, text: string): void {
    const message = Buffer.from(text); // serialised once for all
    for (const member of [...channels.members(channel)]) member.send(message);
  }

  function membersByLogin(): [login: string, member: Connection][] {
    return channels
      .names()
      .filter(isOfLogin)
      .flatMap((channel) =>
        [...channels.members(channel)].map((member): [string, Connection] => [
          member.loginIn(channel) ?? NO_LOGIN,
          member,
        ]),
      );
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
    deliver({ channel, event, data }) {
      if (channel === COUNTS_CHANNEL) return counts.hear(data);
      const members = [...channels.members(channel)];
      if (members.length === 0) return;
      sendTo(channel, writeMessage(event, data, channel));
      if (event !== CHANNEL_CLOSED || !isCounted(channel)) return;
      for (const member of members) member.expel(channel);
    },
    readmit(channel) {
      revocations.revoke(channel);
      for (const member of [...channels.members(channel)]) member.close('LOGIN_ENDED');
    },
    revokeLogins() {
      revocations.revokeAll();
      return [...new Set(membersByLogin().map(([login]) => login))];
    },
    endLogins(logins) {
      for (const [login, member] of membersByLogin()) {
        if (logins.has(login)) member.close('LOGIN_ENDED');
      }
    },
    close() {
      isClosed = true;
      clearInterval(checking);
      counts.close();
      for (const connection of connections) connection.close('STOPPING');
    },
    get size() {
      return connections.size;
    },
  };
}

interface CapacityLimits {
  /** Connections of this process. */
  connectionsMax: number;
  /** Connections from one address: a company or a school may have only one. */
  perAddressMax: number;
}

/** How many connections are open, in all and from each address. */
interface Capacity {
  hasRoom(address: string): boolean;
  /** Counts a connection. Call the result when it ends. */
  take(address: string): () => void;
}

function createCapacity({ connectionsMax, perAddressMax }: CapacityLimits): Capacity {
  const byAddress = new Map<string, number>();
  let all = 0;
  const countFrom = (address: string) => byAddress.get(address) ?? 0;

  function give(address: string): void {
    const left = countFrom(address) - 1;
    all -= 1;
    if (left > 0) byAddress.set(address, left);
    else byAddress.delete(address);
  }

  return {
    hasRoom: (address) => all < connectionsMax && countFrom(address) < perAddressMax,
    take(address) {
      all += 1;
      byAddress.set(address, countFrom(address) + 1);
      return () => give(address);
    },
  };
}
