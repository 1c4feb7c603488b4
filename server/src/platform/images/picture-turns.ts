import { createTurns } from '../threads/turns.ts';

/**
 * Reads or makes pictures, two at a time. Each takes a thread of Node's pool, whose four threads read audio files as well: a page
 * of new covers must not hold up listeners.
 */
export const inPictureTurn = createTurns({
  atOnceMax: 2,
  waitingMax: 1_000, // a preset of a large picture takes about 0.1 s
  busyMessage: 'Too many pictures are being made right now. Please try again in a few seconds.',
});
