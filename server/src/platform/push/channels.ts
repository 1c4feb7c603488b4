import type { Connection } from './connection.ts';

/** Who has joined which channel, in this process. */
export interface Channels {
  join(channel: string, connection: Connection): void;
  leave(channel: string, connection: Connection): void;
  members(channel: string): Iterable<Connection>;
}

export function createChannels(): Channels {
  const channels = new Map<string, Set<Connection>>();
  return {
    join(channel, connection) {
      const members = channels.get(channel);
      if (members) members.add(connection);
      else channels.set(channel, new Set([connection]));
    },
    leave(channel, connection) {
      const members = channels.get(channel);
      members?.delete(connection);
      if (members?.size === 0) channels.delete(channel);
    },
    members: (channel) => channels.get(channel) ?? [],
  };
}
