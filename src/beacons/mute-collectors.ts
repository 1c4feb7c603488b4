import type { Clock } from '../lib/clock.ts';
import { createKeyValue } from '../lib/key-value.ts';

const KEY = 'earshot-mute-collectors';
/** A day. Within it no page has to repeat a first beacon; after it a collector may have changed. */
const REMEMBERED_MS = 86_400_000;

/** Origins whose answers the pages of this browser may not read. */
export interface MuteCollectors {
  has(origin: string): boolean;
  add(origin: string): void;
}

export function createMuteCollectors(
  clock: Clock = Date,
  storage = createKeyValue(() => localStorage),
): MuteCollectors {
  /** By origin: the time of the discovery, in milliseconds since the epoch. */
  function read(): Record<string, number> {
    const now = clock.now();
    const isRecent = (at: unknown) => typeof at === 'number' && Math.abs(now - at) < REMEMBERED_MS;
    try {
      const entries = Object.entries(JSON.parse(storage.get(KEY) ?? '{}'));
      return Object.fromEntries(entries.filter(([, at]) => isRecent(at))) as Record<string, number>;
    } catch {
      return {}; // not written by this code
    }
  }

  return {
    has: (origin) => Object.hasOwn(read(), origin),
    add(origin) {
      storage.set(KEY, JSON.stringify({ ...read(), [origin]: clock.now() }));
    },
  };
}
