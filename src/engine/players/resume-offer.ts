import type { Positions } from './positions.ts';

/** The place at which the listener left the current episode. `keepPlaces` moves it. */
export interface ResumeOffer {
  /** Content second, which shorter audio may not have any more; null for none. */
  readonly time: number | null;
  /** The episode is at that place because no other one was chosen, and it has not been played. */
  readonly isHeld: boolean;
  /** Another episode is current. */
  offer(episodeId: number): void;
  /** Playback or a seek ends the hold. */
  release(): void;
  /** The stored place has moved; null if it is no longer offered. */
  move(seconds: number | null): void;
}

export function createResumeOffer(positions: Positions | undefined): ResumeOffer {
  let time: number | null = null;
  let isHeld = false;
  return {
    get time() {
      return time;
    },
    get isHeld() {
      return isHeld;
    },
    offer(episodeId) {
      time = positions?.get(episodeId) ?? null;
      isHeld = time !== null;
    },
    release() {
      isHeld = false;
    },
    move(seconds) {
      time = seconds;
    },
  };
}
