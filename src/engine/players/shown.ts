import { createStore, type ReadonlyStore } from '../../lib/store.ts';
import type { Player, PlayerSnapshot } from '../player.ts';
import { announcements, isSameSnapshot } from '../rules/announcements.ts';
import type { Exclusive } from '../sound/exclusive.ts';
import type { Announcer } from './announcer.ts';
import { createPlayWishes } from './play-wishes.ts';

export interface ShownPorts {
  readonly first: PlayerSnapshot;
  readonly announcer: Announcer;
  readonly exclusive: Exclusive | undefined;
  /** Called with each snapshot in which the wish for sound has changed. */
  onWish(snapshot: PlayerSnapshot): void;
}

/** The snapshot that everybody sees, and everything that follows from a change of it. */
export interface Shown extends ReadonlyStore<PlayerSnapshot> {
  show(next: PlayerSnapshot): void;
  /** Runs `apply`, whose changes come of a refusal by the browser to start without a gesture. */
  whileBlocked(apply: () => void): void;
  /** A promise for the sound that is wanted now. */
  wish(isDestroyed: boolean): ReturnType<Player['play']>;
  /** No sound will come. */
  end(): void;
}

export function createShown({ first, announcer, exclusive, onWish }: ShownPorts): Shown {
  const store = createStore<PlayerSnapshot>(first);
  const wishes = createPlayWishes();
  let isBlocked = false;

  const silent = () => ({ ...store.getSnapshot(), playing: false });

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    show(after) {
      const before = store.getSnapshot();
      if (isSameSnapshot(before, after)) return;
      if (after.playing !== before.playing) {
        exclusive?.want(after.playing);
        onWish(after);
      }
      if (after.state === 'playing' && before.state !== 'playing') exclusive?.claim();
      announcer.announce(announcements(before, after, isBlocked), () => {
        store.set(after);
        wishes.settle(after, isBlocked);
      });
    },
    whileBlocked(apply) {
      isBlocked = true;
      apply();
      isBlocked = false;
    },
    wish: (isDestroyed) => wishes.add(isDestroyed ? silent() : store.getSnapshot()),
    end: () => wishes.settle(silent()),
  };
}
