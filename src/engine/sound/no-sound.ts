import type { CreateSound } from './sound.ts';

const nothing = () => {};

/** For environments that cannot play audio, e.g. a server: it creates no elements and plays nothing. */
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
