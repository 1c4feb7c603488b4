/** Private channels that connections may not join any more with the signatures that they have. */
export interface Revocations {
  /** No connection that is open now gets in: the login that admitted it may have ended. */
  revoke(channel: string): void;
  /** True if the channel was revoked after the connection with this number was opened. */
  isRevoked(channel: string, connection: number): boolean;
  /** The number of a new connection. */
  nextNumber(): number;
  /** Forgets what concerns only connections older than this one. */
  forgetBefore(oldest: number): void;
}

export function createRevocations(): Revocations {
  const newest = new Map<string, number>(); // the last connection that was open when the channel was revoked
  let last = 0;
  return {
    revoke: (channel) => void newest.set(channel, last),
    isRevoked: (channel, connection) => connection <= (newest.get(channel) ?? 0),
    nextNumber() {
      last += 1;
      return last;
    },
    forgetBefore(oldest) {
      for (const [channel, number] of newest) if (number < oldest) newest.delete(channel);
    },
  };
}
