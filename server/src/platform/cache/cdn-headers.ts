/** An answer that a CDN may keep until one of its sources changes. */
export interface Shared {
  sources: ReadonlySet<string>;
  /** For how long the answer is right without a purge, if it is made of data whose changes are not announced. */
  maxAgeMs?: number | undefined;
}

/** The key of every answer, for a purge of all. */
export const EVERYTHING = 'everything';

/** For answers whose sources are unknown, so that no purge would reach them. Browsers may keep them. */
export const NOT_FOR_CDN = { 'CDN-Cache-Control': 'no-store' } as const;

/** If a purge is lost, a CDN sends an old answer for at most this time. */
const MAX_AGE_S = 600;
/** For how long a CDN may send an answer while the host cannot make a new one. */
const STALE_IF_ERROR_S = 86_400;
const KEYS_MAX = 4_000; // characters: Varnish takes 8 kB for a header, Fastly 16 kB

/**
 * Headers for shared caches alone: `CDN-Cache-Control` (RFC 9213, stale-if-error of RFC 5861), and `Surrogate-Key`, as
 * Fastly and the xkey module of Varnish read it. `Cache-Control` stays that of browsers, which no purge reaches.
 */
export function cdnHeaders({ sources, maxAgeMs }: Shared): Readonly<Record<string, string>> {
  const keys = [EVERYTHING, ...sources].join(' ');
  if (keys.length > KEYS_MAX) return NOT_FOR_CDN;
  const maxAgeS = maxAgeMs === undefined ? MAX_AGE_S : Math.floor(maxAgeMs / 1_000);
  return {
    'CDN-Cache-Control': `max-age=${Math.min(maxAgeS, MAX_AGE_S)}, stale-if-error=${STALE_IF_ERROR_S}`,
    'Surrogate-Key': keys,
  };
}
