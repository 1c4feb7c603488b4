/**
 * Why a sound stopped before its end. `network`: the connection; `unsupported`: this browser does not play its type;
 * `failed`: the file is missing or broken; `setup`: the library that plays its type did not load in time.
 */
export type SoundFailure = 'network' | 'failed' | 'unsupported' | 'setup';

/** The events that a sound sends to its player. Times are seconds within the file. */
export interface SoundEvents {
  /** The length is known, and playing can begin. */
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
  /** Media type as the API names it; empty if it is not known. */
  readonly mimeType?: string;
  /** A stream: it plays at its present moment. */
  readonly isLive?: boolean;
}

/** Plays one file at a time. The engine knows no more than this about sound. */
export interface Sound {
  /** Seconds within the file; during a seek, its target. */
  readonly currentTime: number;
  /** Seconds; NaN while unknown, Infinity for a stream without an end. */
  readonly duration: number;
  readonly bufferedEnd: number;
  /** Takes a file without fetching any of it. The same file again is a seek. */
  open(source: AudioSource, fileTime: number): void;
  /** Fetches the open file again, to go on at a second of it. */
  reload(fileTime: number): void;
  /** Fetches the file that will be opened next, so that it joins without a gap. */
  prepare(source: AudioSource, fileTime: number): void;
  play(): void;
  pause(): void;
  /** Called now and then while sound is to be heard, so that a clock that stands still is noticed. */
  tick(): void;
  /** Lets the browser fetch the head of the file: 128 kB at most. */
  warmUp(): void;
  /** 0 to 1. */
  setVolume(fraction: number): void;
  setRate(rate: number): void;
  /** Stops, and ends all requests. The sound can be opened again. */
  release(): void;
  /** Releases, and removes its elements from the page. */
  destroy(): void;
}

export type CreateSound = (events: SoundEvents) => Sound;
