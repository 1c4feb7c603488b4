/**
 * Why a sound stopped before its end. `network`: the connection; `unsupported`: this browser does not play its type;
 * `failed`: the file is missing or broken; `setup`: the library for its type did not load in time.
 */
export type SoundFailure = 'network' | 'failed' | 'unsupported' | 'setup';

/** The events that a sound sends to its player. Times are seconds within the file. */
export interface SoundEvents {
  /** The length is known, and playback can begin. */
  ready(): void;
  started(): void;
  /** Waits for the network. */
  stalled(): void;
  /** The browser refused to start without a gesture of the listener. */
  blocked(): void;
  paused(): void;
  seeked(): void;
  ended(): void;
  failed(kind: SoundFailure): void;
}

export interface AudioSource {
  readonly url: string;
  /** Media type from the API; empty if unknown. */
  readonly mimeType?: string;
  /** A stream: it plays at its present moment. */
  readonly isLive?: boolean;
}

/** Plays one file at a time. This is the engine's only interface to sound. */
export interface Sound {
  /** Seconds within the file; during a seek, its target. */
  readonly currentTime: number;
  /** Seconds; NaN while unknown, Infinity for a stream without an end. */
  readonly duration: number;
  readonly bufferedEnd: number;
  /** Takes a file without fetching it. For the same file it is a seek. */
  open(source: AudioSource, fileTime: number): void;
  /** Fetches the open file again, to continue at a second of it. */
  reload(fileTime: number): void;
  /** Fetches the next file in advance, so that it follows without a gap. */
  prepare(source: AudioSource, fileTime: number): void;
  play(): void;
  pause(): void;
  /** Called repeatedly while the sound should play, so that a clock that stands still is noticed. */
  tick(): void;
  /** Lets the browser fetch the beginning of the file: 128 kB at most. */
  warmUp(): void;
  /** 0 to 1. */
  setVolume(fraction: number): void;
  setRate(rate: number): void;
  /** Stops, and ends all requests. A file can be opened afterwards. */
  release(): void;
  /** Releases the sound, and removes its elements from the page. */
  destroy(): void;
}

export type CreateSound = (events: SoundEvents) => Sound;
