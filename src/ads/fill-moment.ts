/**
 * Replaces the macros of VAST whose value is the moment of the event (VAST 4.2, 6.1). The ads host fills all others.
 * @param now milliseconds since 1970
 */
export const fillMoment = (url: string, now: number): string =>
  url
    .replace(/(\[|%5B)TIMESTAMP(\]|%5D)/gi, encodeURIComponent(new Date(now).toISOString()))
    .replace(/(\[|%5B)CACHEBUSTING(\]|%5D)/gi, () => Math.random().toFixed(8).slice(2));
