/**
 * Why a sound ended before its end. `network`: the connection; `unsupported`: a type that this browser does not
 * play; `failed`: the file is not to be had or is broken; `setup`: what plays its type did not load in time.
 */
export type SoundFailure = 'network' | 'failed' | 'unsupported' | 'setup';

/** What a sound tells its player. Times are seconds within the file. */
export interface SoundEvents {
  /** The length is known and playing can begin. */
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
  /** Media type as the API names it; empty where it is not known. */
  readonly mimeType?: string;
  /** A stream: it is played where it is now. */
  readonly isLive?: boolean;
}

/** One file at a time, behind one interface: the only thing that the engine knows about sound. */
export interface Sound {
  /** Seconds within the file, the asked-for ones while a seek is under way. */
  readonly currentTime: number;
  /** Seconds; NaN while unknown, Infinity for a stream without an end. */
  readonly duration: number;
  readonly bufferedEnd: number;
  /** Takes a file without asking for a byte of it. The same file again is a seek. */
  open(source: AudioSource, fileTime: number): void;
  /** Asks for the open file anew, to go on at a second of it. */
  reload(fileTime: number): void;
  /** Fetches what will be opened next, so that it joins without a gap. */
  prepare(source: AudioSource, fileTime: number): void;
  play(): void;
  pause(): void;
  /** Lets the browser fetch the head of the file. */
  warmUp(): void;
  /** 0 to 1. */
  setVolume(fraction: number): void;
  setRate(rate: number): void;
  /** Stops, and lets the network go. The sound can be opened again. */
  release(): void;
  /** Releases, and removes what it put into the page. */
  destroy(): void;
}

export type CreateSound = (events: SoundEvents) => Sound;
