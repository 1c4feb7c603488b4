/** Private channels that existing connections may no longer join with the signatures that they have. */
export interface Revocations {
  /** Excludes all current connections: the login that admitted them may have ended. */
  revoke(channel: string): void;
  /** The same for every channel that a login admits to. */
  revokeAll(): void;
  /** True if the channel was revoked after the connection with this number was opened. */
  isRevoked(channel: string, connection: number): boolean;
  /** The number of a new connection. */
  nextNumber(): number;
  /** Drops entries that concern only connections older than this one. */
  forgetBefore(oldest: number): void;
}

export function createRevocations(isOfLogin: (channel: string) => boolean): Revocations {
  const newest = new Map<string, number>(); // the last connection that was open when the channel was revoked
  let newestOfAll = 0; // the same for all channels of logins
  let last = 0;
  return {
    revoke: (channel) => void newest.set(channel, last),
    revokeAll() {
      newestOfAll = last;
    },
    isRevoked: (channel, connection) =>
      connection <= (newest.get(channel) ?? 0) || (connection <= newestOfAll && isOfLogin(channel)),
    nextNumber() {
      last += 1;
      return last;
    },
    forgetBefore(oldest) {
      for (const [channel, number] of newest) if (number < oldest) newest.delete(channel);
    },
  };
}
