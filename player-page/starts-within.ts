import type { Episode } from 'earshot';

/** False if a start is after the end, and for a live episode, which has no times. A duration of 0 is unknown. */
export const startsWithin = (start: number, { type, duration }: Episode): boolean =>
  type !== 'LIVE' && (duration === 0 || start < duration);
