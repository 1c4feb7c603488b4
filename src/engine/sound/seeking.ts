import { canSeek } from './audio-facts.ts';
import type { Feeder } from './feeder.ts';
import type { AudioSource, SoundFailure } from './sound.ts';

const SEEK_TOLERANCE_S = 0.01;

export interface SeekingPorts {
  readonly audio: HTMLAudioElement;
  readonly feeder: Feeder;
  source(): AudioSource | null;
  /** The whole file is about to be fetched: until it has arrived, there must be no sound. */
  onFetch(): void;
  /** The file arrives, and replaces the content of the element. */
  onBegun(): void;
  /** The host refuses the file to scripts: the sound continues without the seek. */
  onRefused(): void;
  onFailed(kind: SoundFailure): void;
}

/** Moves an element to a second of its file as soon as possible. */
export interface Seeking {
  /** The requested second that the element has not reached yet; null if there is none. */
  readonly target: number | null;
  /** It waits for the whole file, in order to seek in it. */
  readonly isFetchingWhole: boolean;
  /** A seek before the metadata is stored here: not all browsers store it. */
  set(fileTime: number | null): void;
  apply(): void;
  reset(): void;
}

export function createSeeking(ports: SeekingPorts): Seeking {
  const { audio, feeder } = ports;
  let target: number | null = null;
  let isFetchingWhole = false;

  /** Without range requests Chromium can only start again, and Firefox can only seek in its buffer. */
  function fetchWhole({ url }: AudioSource): void {
    isFetchingWhole = true;
    ports.onFetch();
    feeder.start(import('./whole-file.ts'), url, {
      begun() {
        isFetchingWhole = false;
        ports.onBegun();
      },
      refused() {
        isFetchingWhole = false;
        target = null;
        feeder.stop();
        ports.onRefused();
      },
      failed: ports.onFailed,
    });
  }

  return {
    get target() {
      return target;
    },
    get isFetchingWhole() {
      return isFetchingWhole;
    },
    set(fileTime) {
      target = fileTime;
    },
    apply() {
      const source = ports.source();
      if (target === null || isFetchingWhole || !source) return;
      if (!feeder.isOn && !canSeek(audio, target)) {
        fetchWhole(source);
        return;
      }
      if (Math.abs(audio.currentTime - target) > SEEK_TOLERANCE_S) audio.currentTime = target;
      target = null;
    },
    reset() {
      target = null;
      isFetchingWhole = false;
    },
  };
}
