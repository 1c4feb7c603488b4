/**
 * Replaces the VAST macros for the time of the event (VAST 4.2, 6.1). The ads host replaces all others.
 * @param now milliseconds since 1970
 */
export const fillMoment = (url: string, now: number): string =>
  url.replace(/(\[|%5B)(?:(TIMESTAMP)|CACHEBUSTING)(]|%5D)/gi, (_macro, _open, isTimestamp) =>
    isTimestamp
      ? encodeURIComponent(new Date(now).toISOString())
      : Math.random().toFixed(8).slice(2),
  );
