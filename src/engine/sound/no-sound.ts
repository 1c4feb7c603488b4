import type { CreateSound } from './sound.ts';

const nothing = () => {};

/** Where no audio can be played, on a server for one: nothing is made, and nothing is heard. */
export const createNoSound: CreateSound = () => ({
  currentTime: 0,
  duration: Number.NaN,
  bufferedEnd: 0,
  open: nothing,
  reload: nothing,
  prepare: nothing,
  play: nothing,
  pause: nothing,
  warmUp: nothing,
  setVolume: nothing,
  setRate: nothing,
  release: nothing,
  destroy: nothing,
});
