import { canSeek } from './audio-facts.ts';
import type { Feeder } from './feeder.ts';
import type { AudioSource, SoundFailure } from './sound.ts';

const SEEK_TOLERANCE_S = 0.01;

export interface SeekingPorts {
  readonly audio: HTMLAudioElement;
  readonly feeder: Feeder;
  source(): AudioSource | null;
  /** All of the file is about to be fetched: nothing is to be heard until it is here. */
  onFetch(): void;
  /** The file is coming, and replaces the content of the element. */
  onBegun(): void;
  /** The host refuses the file to scripts: the sound goes on as if nobody had sought. */
  onRefused(): void;
  onFailed(kind: SoundFailure): void;
}

/** Moves an element to a second of its file, as soon as that is possible. */
export interface Seeking {
  /** The second that the element has not reached yet; null if it is where it was asked to be. */
  readonly target: number | null;
  /** Waits for all of the file, in order to seek in it. */
  readonly isFetchingWhole: boolean;
  /** A seek that comes before the metadata is kept here: browsers differ in whether they keep it. */
  set(fileTime: number | null): void;
  apply(): void;
  reset(): void;
}

export function createSeeking(ports: SeekingPorts): Seeking {
  const { audio, feeder } = ports;
  let target: number | null = null;
  let isFetchingWhole = false;

  /** Without ranges Chromium can only start over, and Firefox only seek in what it has. */
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
