import type { ChangeFeed } from '../../platform/cache/change-feed.ts';

const LOGIN = /^login:(\d+)$/; // as a trigger announces it

export interface EndedLogins {
  /** A session or the token of a program of this user has ended, whatever has ended it. */
  onEnded(userId: number): void;
  /** Logins of any users may have ended: changes have been missed until now. */
  onMissed(): void;
}

export function hearEndedLogins(changes: ChangeFeed, { onEnded, onMissed }: EndedLogins): void {
  changes.subscribe({
    onUp: onMissed,
    onDown() {}, // nobody can say which logins end, until the changes arrive again
    onChange(source) {
      const userId = LOGIN.exec(source)?.[1];
      if (userId !== undefined) onEnded(Number(userId));
    },
  });
}
