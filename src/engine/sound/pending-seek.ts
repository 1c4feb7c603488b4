import { canSeek } from './audio-facts.ts';

const SEEK_TOLERANCE_S = 0.01;

/** A second of the file that the element has not reached yet. */
export interface PendingSeek {
  /** Null if the element has reached the second that it was asked for. */
  readonly target: number | null;
  set(fileTime: number | null): void;
  /** Moves the element there, if it can. Returns false if it cannot. */
  apply(isFed: boolean): boolean;
}

/** A seek that comes before the metadata is kept here: browsers differ in whether they keep it. */
export function createPendingSeek(audio: HTMLAudioElement): PendingSeek {
  let target: number | null = null;
  return {
    get target() {
      return target;
    },
    set(fileTime) {
      target = fileTime;
    },
    apply(isFed) {
      if (target === null) return true;
      if (!isFed && !canSeek(audio, target)) return false;
      const isThere = Math.abs(audio.currentTime - target) <= SEEK_TOLERANCE_S;
      if (!isThere) audio.currentTime = target;
      target = null;
      return true;
    },
  };
}
