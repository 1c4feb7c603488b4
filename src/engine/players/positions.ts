import type { KeyValue } from '../../lib/key-value.ts';

/** The places at which the listener left episodes, in content seconds. */
export interface Positions {
  get(episodeId: number): number | null;
}

/** The stored form of a begun episode. Earlier versions stored the first two numbers. */
export type StoredPlace = readonly [
  episodeId: number,
  seconds: number,
  duration?: number,
  played?: number,
];

export const POSITIONS_KEY = 'earshot.positions';

/** The oldest first. Damaged entries are ignored. */
export function readPlaces(storage: KeyValue): StoredPlace[] {
  try {
    return (JSON.parse(storage.get(POSITIONS_KEY) ?? '') as unknown[]).filter(isPlace);
  } catch {
    return [];
  }
}

const isPlace = (value: unknown): value is StoredPlace =>
  Array.isArray(value) && value.length > 1 && value.every(Number.isFinite);

/** Reads each time, because other tabs also write. */
export const createPositions = (storage: KeyValue): Positions => ({
  get: (episodeId) => readPlaces(storage).find(([id]) => id === episodeId)?.[1] || null,
});
