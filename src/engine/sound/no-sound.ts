import type { CreateSound } from './sound.ts';

const nothing = () => {};

/** For places that cannot play audio, e.g. a server: nothing is created, and nothing is heard. */
export const createNoSound: CreateSound = () => ({
  currentTime: 0,
  duration: Number.NaN,
  bufferedEnd: 0,
  open: nothing,
  reload: nothing,
  prepare: nothing,
  play: nothing,
  pause: nothing,
  tick: nothing,
  warmUp: nothing,
  setVolume: nothing,
  setRate: nothing,
  release: nothing,
  destroy: nothing,
});
