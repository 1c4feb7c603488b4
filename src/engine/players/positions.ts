import { RESUME_EPISODES, RESUME_FROM_S, RESUME_NOT_WITHIN_S } from '../../contract/limits.ts';
import type { KeyValue } from '../../lib/key-value.ts';

/** The places at which the listener left episodes, in content seconds. */
export interface Positions {
  get(episodeId: number): number | null;
  /** Remembers a place that is worth coming back to. The first moments and the end are forgotten. */
  save(episodeId: number, seconds: number, duration: number): void;
}

const KEY = 'earshot.positions';

type Entry = readonly [episodeId: number, seconds: number];

export function createPositions(storage: KeyValue): Positions {
  // Read each time, because other tabs write as well.
  const read = (): Entry[] => parse(storage.get(KEY));
  return {
    get(episodeId) {
      return read().find(([id]) => id === episodeId)?.[1] ?? null;
    },
    save(episodeId, seconds, duration) {
      const others = read().filter(([id]) => id !== episodeId);
      const isWorthIt = seconds >= RESUME_FROM_S && seconds < duration - RESUME_NOT_WITHIN_S;
      const entries = isWorthIt ? [...others, [episodeId, Math.floor(seconds)]] : others;
      storage.set(KEY, JSON.stringify(entries.slice(-RESUME_EPISODES)));
    },
  };
}

function parse(text: string | null): Entry[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isEntry) : [];
  } catch {
    return [];
  }
}

const isEntry = (value: unknown): value is Entry =>
  Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);
