import type { CreateSound, Sound, SoundEvents } from '../../src/engine/sound/sound.ts';

/** A sound without an audio element: tests move it by hand, and read what was asked of it. */
export interface FakeSound extends Sound {
  events: SoundEvents;
  url: string;
  isPlaying: boolean;
  volume: number;
  rate: number;
  isDestroyed: boolean;
  fileTime: number;
}

export function fakeSound(): { createSound: CreateSound; sound: FakeSound } {
  const sound = {
    url: '',
    isPlaying: false,
    volume: 1,
    rate: 1,
    isDestroyed: false,
    fileTime: 0,
    duration: Number.NaN,
    bufferedEnd: 0,
    get currentTime() {
      return sound.fileTime;
    },
    open(url: string, fileTime: number) {
      sound.url = url;
      sound.fileTime = fileTime;
    },
    play() {
      sound.isPlaying = true;
    },
    pause() {
      sound.isPlaying = false;
    },
    seek(fileTime: number) {
      sound.fileTime = fileTime;
    },
    warmUp() {},
    setVolume(fraction: number) {
      sound.volume = fraction;
    },
    setRate(rate: number) {
      sound.rate = rate;
    },
    release() {
      sound.url = '';
      sound.isPlaying = false;
    },
    destroy() {
      sound.isDestroyed = true;
    },
  } as unknown as FakeSound;
  const createSound: CreateSound = (events) => {
    sound.events = events;
    return sound;
  };
  return { createSound, sound };
}
