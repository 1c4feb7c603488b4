import type { ChangeFeed } from '../../platform/cache/change-feed.ts';

const LOGIN = /^login:(\d+)$/; // as a trigger announces it

/** Calls back with the id of each user of whom a session or the token of a program has ended, whatever has ended it. */
export function onLoginEnded(changes: ChangeFeed, onEnded: (userId: number) => void): void {
  changes.subscribe({
    onUp() {},
    onDown() {},
    onChange(source) {
      const userId = LOGIN.exec(source)?.[1];
      if (userId !== undefined) onEnded(Number(userId));
    },
  });
}
