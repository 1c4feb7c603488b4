import type { Scope } from '../../lib/scope.ts';

/** Longer than any browser takes to report a new time. */
const STANDSTILL_MS = 500;
const END_TOLERANCE_S = 1;

/** The buffered rest of a lost file, which an element still plays. */
export interface PlayOut {
  readonly isOn: boolean;
  start(): void;
  stop(): void;
  /** An end that the element reports here is not the end of the file. */
  isBefore(fileEnd: number): boolean;
}

/**
 * Firefox reports a lost connection at once and continues with its buffer. Then it stands still without an event, or
 * reports the end. `onOver` gets the second at which the sound has stopped.
 */
export function createPlayOut(
  scope: Scope,
  audio: HTMLAudioElement,
  onOver: (at: number) => void,
): PlayOut {
  let heardTo: number | null = null;
  let cancel = () => {};

  return {
    get isOn() {
      return heardTo !== null;
    },
    start() {
      heardTo = audio.currentTime;
      cancel = scope.interval(() => {
        if (!audio.ended && audio.currentTime !== heardTo) {
          heardTo = audio.currentTime;
          return;
        }
        cancel();
        onOver(heardTo ?? 0);
      }, STANDSTILL_MS);
    },
    stop() {
      cancel();
      heardTo = null;
    },
    isBefore: (fileEnd) => heardTo !== null && heardTo < fileEnd - END_TOLERANCE_S,
  };
}
