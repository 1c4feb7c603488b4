import type { Connection } from './connection.ts';

/** Who has joined which channel, in this process. */
export interface Channels {
  join(channel: string, connection: Connection): void;
  leave(channel: string, connection: Connection): void;
  members(channel: string): ReadonlySet<Connection>;
  /** Channels that have members. */
  names(): string[];
}

const NOBODY: ReadonlySet<Connection> = new Set();

/** `onChange` hears of each connection that joins or leaves. */
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
