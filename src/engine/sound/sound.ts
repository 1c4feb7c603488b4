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
  failed(kind: 'failed' | 'unsupported'): void;
}

/** One file at a time, behind one interface: the only thing that the engine knows about sound. */
export interface Sound {
  /** Seconds within the file, the asked-for ones while a seek is under way. */
  readonly currentTime: number;
  /** Seconds; NaN while unknown. */
  readonly duration: number;
  readonly bufferedEnd: number;
  /** Takes a file without asking for a byte of it. The same file again only seeks. */
  open(url: string, fileTime: number): void;
  play(): void;
  pause(): void;
  seek(fileTime: number): void;
  /** Lets the browser fetch the head of the file. */
  warmUp(): void;
  /** 0 to 1. */
  setVolume(fraction: number): void;
  setRate(rate: number): void;
  /** Stops, and lets the network go. The sound can be opened again. */
  release(): void;
  /** Releases, and removes the element. */
  destroy(): void;
}

export type CreateSound = (events: SoundEvents) => Sound;
