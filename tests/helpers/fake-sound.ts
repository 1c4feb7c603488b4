import type {
  AudioSource,
  CreateSound,
  Sound,
  SoundEvents,
  SoundFailure,
} from '../../src/engine/sound/sound.ts';

/** A sound without an audio element. Tests control it and read its calls. */
export interface FakeSound extends Sound {
  events: SoundEvents;
  url: string;
  mimeType: string;
  /** Address and start of the prepared file. */
  prepared: { url: string; fileTime: number } | null;
  /** The opened addresses, in order. */
  opened: string[];
  /** The second of each reload. */
  reloads: number[];
  isPlaying: boolean;
  isWarm: boolean;
  volume: number;
  rate: number;
  isDestroyed: boolean;
  fileTime: number;
  duration: number;
  bufferedEnd: number;
  /** Becomes audible. From here on its time follows the (fake) clock. */
  start(duration?: number): void;
  /** Stops for lack of data. */
  stall(): void;
  /** Reaches the end of the file. */
  end(): void;
  fail(kind: SoundFailure): void;
  /** The browser refuses to start without a gesture. */
  block(): void;
}

export function fakeSound(): { createSound: CreateSound; sound: FakeSound } {
  let base = 0;
  /** When the sound became audible; null while it is not. */
  let since: number | null = null;
  const now = () => base + (since === null ? 0 : ((Date.now() - since) / 1000) * sound.rate);
  const freeze = () => {
    base = now();
    since = null;
  };

  const sound = {
    url: '',
    mimeType: '',
    prepared: null,
    opened: [] as string[],
    reloads: [] as number[],
    isPlaying: false,
    isWarm: false,
    volume: 1,
    rate: 1,
    isDestroyed: false,
    duration: Number.NaN,
    bufferedEnd: 0,
    get fileTime() {
      return now();
    },
    set fileTime(seconds: number) {
      base = seconds;
      if (since !== null) since = Date.now();
    },
    get currentTime() {
      return now();
    },
    open({ url, mimeType = '' }: AudioSource, fileTime: number) {
      if (url !== sound.url) {
        freeze();
        sound.opened.push(url);
        sound.isPlaying = false;
        sound.duration = Number.NaN;
      }
      sound.url = url;
      sound.mimeType = mimeType;
      sound.fileTime = fileTime;
    },
    reload(fileTime: number) {
      freeze();
      sound.reloads.push(fileTime);
      sound.fileTime = fileTime;
    },
    prepare({ url }: AudioSource, fileTime: number) {
      sound.prepared = { url, fileTime };
    },
    play() {
      sound.isPlaying = sound.url !== '';
    },
    pause() {
      freeze();
      sound.isPlaying = false;
    },
    tick() {},
    warmUp() {
      sound.isWarm = true;
    },
    setVolume(fraction: number) {
      sound.volume = fraction;
    },
    setRate(rate: number) {
      sound.fileTime = now(); // the new rate applies from here on
      sound.rate = rate;
    },
    release() {
      freeze();
      sound.url = '';
      sound.fileTime = 0;
      sound.isPlaying = false;
      sound.isWarm = false;
    },
    destroy() {
      sound.release();
      sound.isDestroyed = true;
    },
    start(duration = sound.duration) {
      sound.duration = duration;
      sound.events.ready();
      freeze();
      since = Date.now();
      sound.events.started();
    },
    stall() {
      freeze();
      sound.events.stalled();
    },
    end() {
      freeze();
      if (Number.isFinite(sound.duration)) sound.fileTime = sound.duration;
      sound.isPlaying = false;
      sound.events.ended();
    },
    fail(kind: SoundFailure) {
      freeze();
      sound.isPlaying = false;
      sound.events.failed(kind);
    },
    block() {
      freeze();
      sound.isPlaying = false;
      sound.events.blocked();
    },
  } as FakeSound;
  const createSound: CreateSound = (events) => {
    sound.events = events;
    return sound;
  };
  return { createSound, sound };
}
