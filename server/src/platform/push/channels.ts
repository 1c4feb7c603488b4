import type { CloseReason } from './protocol.ts';

/** One client, and the channels that it has joined. */
export interface Connection {
  /** Later connections have a greater number. */
  readonly number: number;
  /** Sends a serialised message. A client that does not read is disconnected. */
  send(message: string | Buffer): void;
  /** Sends a ping. Ends the connection if nothing has arrived since the last ping. */
  checkLife(): void;
  /** The login that admitted it to a channel. */
  loginIn(channel: string): string | undefined;
  /** Ends its membership in a closed channel, which the old signature no longer opens. */
  expel(channel: string): void;
  close(reason: CloseReason): void;
}

/** The members of each channel in this process. */
export interface Channels {
  join(channel: string, connection: Connection): void;
  leave(channel: string, connection: Connection): void;
  members(channel: string): ReadonlySet<Connection>;
  /** Channels that have members. */
  names(): string[];
}

const NOBODY: ReadonlySet<Connection> = new Set();

/** `onChange` receives each connection that joins or leaves. */
export function createChannels(onChange: (channel: string) => void = () => {}): Channels {
  const channels = new Map<string, Set<Connection>>();
  return {
    join(channel, connection) {
      const members = channels.get(channel);
      if (members) members.add(connection);
      else channels.set(channel, new Set([connection]));
      onChange(channel);
    },
    leave(channel, connection) {
      const members = channels.get(channel);
      members?.delete(connection);
      if (members?.size === 0) channels.delete(channel);
      onChange(channel);
    },
    members: (channel) => channels.get(channel) ?? NOBODY,
    names: () => [...channels.keys()],
  };
}
