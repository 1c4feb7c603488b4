import { createEmitter } from '../../lib/emitter.ts';
import { createStore } from '../../lib/store.ts';
import type { Player, PlayerEvents, PlayerSnapshot } from '../player.ts';
import { type Announcement, announcements, isSameSnapshot } from '../rules/announcements.ts';
import type { Exclusive } from '../sound/exclusive.ts';
import { createPlayWishes } from './play-wishes.ts';

export interface ShownPorts {
  readonly first: PlayerSnapshot;
  /** Informs the origin's other players when this one begins. */
  readonly createExclusive: ((onOther: () => void) => Exclusive) | undefined;
  /** Another player of the origin begins. */
  onOther(): void;
  /** Called with each snapshot in which `playing` has changed. */
  onWish(snapshot: PlayerSnapshot): void;
}

/** The public snapshot and the effects of its changes: events, promises, and the rule of one sound at a time. */
export interface Shown extends Pick<Player, 'getSnapshot' | 'subscribe' | 'on'> {
  isAwaited(name: keyof PlayerEvents): boolean;
  show(next: PlayerSnapshot): void;
  /** Runs `change`, then sends `news`. If listeners call the player, the events of those calls follow these. */
  announce(news: readonly Announcement[], change?: () => void): void;
  /** Runs `apply`, whose changes follow from the browser's refusal to start without a gesture. */
  whileBlocked(apply: () => void): void;
  /** A promise for the requested sound. */
  wish(): ReturnType<Player['play']>;
  /** No sound and no event will follow. */
  end(): void;
}

export function createShown({ first, onWish, ...ports }: ShownPorts): Shown {
  const exclusive = ports.createExclusive?.(ports.onOther);
  const { getSnapshot, subscribe, set } = createStore<PlayerSnapshot>(first);
  const { on, has, emit, clear } = createEmitter<PlayerEvents>();
  const wishes = createPlayWishes();
  const unsent: Announcement[] = [];
  let isSending = false;
  let isBlocked = false;
  let hasEnded = false;

  function announce(news: readonly Announcement[], change?: () => void): void {
    unsent.push(...news);
    change?.();
    if (isSending) return;
    isSending = true;
    for (let next = unsent.shift(); next; next = unsent.shift()) {
      const [name, value] = next;
      emit(name, value as never);
    }
    isSending = false;
  }

  const wished = () => (hasEnded ? { ...getSnapshot(), playing: false } : getSnapshot());

  return {
    getSnapshot,
    subscribe,
    on,
    isAwaited: has,
    announce,
    show(after) {
      const before = getSnapshot();
      if (isSameSnapshot(before, after)) return;
      if (after.playing !== before.playing) {
        exclusive?.want(after.playing);
        onWish(after);
      }
      if (after.state === 'playing' && before.state !== 'playing') exclusive?.claim();
      announce(announcements(before, after, isBlocked), () => {
        // Earlier than the subscribers, whose own calls of `play` are new wishes.
        wishes.settle(after, isBlocked);
        set(after);
      });
    },
    whileBlocked(apply) {
      isBlocked = true;
      apply();
      isBlocked = false;
    },
    wish: () => wishes.add(wished()),
    end() {
      hasEnded = true;
      exclusive?.end();
      wishes.settle(wished());
      unsent.length = 0;
      clear();
    },
  };
}
