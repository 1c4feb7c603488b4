import { writeClock } from '../transcripts/timing.ts';

/** A time for a message: as the studio shows it, and in the seconds of the API. */
export function timeValues(seconds: number): { n: number; clock: string } {
  const clock = writeClock(seconds, '.')
    .replace(/^(00:)?0?/, '')
    .replace(/\.?0+$/, '');
  return { n: seconds, clock };
}
