import { createEmitter, type Emitter } from '../../lib/emitter.ts';
import type { PlayerEvents } from '../player.ts';
import type { Announcement } from '../rules/announcements.ts';

/** Sends a player's events to its listeners. */
export interface Announcer extends Pick<Emitter<PlayerEvents>, 'on' | 'has' | 'clear'> {
  /** Runs `change`, then sends `news`. Events that listeners cause by calling the player are sent after these. */
  announce(news: readonly Announcement[], change?: () => void): void;
}

export function createAnnouncer(): Announcer {
  const { on, has, emit, clear } = createEmitter<PlayerEvents>();
  const untold: Announcement[] = [];
  let isTelling = false;
  return {
    on,
    has,
    clear() {
      untold.length = 0;
      clear();
    },
    announce(news, change) {
      untold.push(...news);
      change?.();
      if (isTelling) return;
      isTelling = true;
      for (let next = untold.shift(); next; next = untold.shift()) {
        const [name, value] = next;
        emit(name, value as never);
      }
      isTelling = false;
    },
  };
}
