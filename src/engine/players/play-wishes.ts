import type { PlayerSnapshot, PlayFailure } from '../player.ts';

/** Why `play()` did not lead to sound. */
export class PlayError extends Error {
  override readonly name = 'PlayError';

  constructor(readonly reason: PlayFailure) {
    super(`Playing did not start: ${reason}`);
  }
}

/** The pending promises of `play()`. */
export interface PlayWishes {
  /** A promise for the sound that the snapshot waits for. */
  add(snapshot: PlayerSnapshot): Promise<void>;
  /** Settles the promises, if the snapshot decides them. `isBlocked`: the browser requires a gesture. */
  settle(snapshot: PlayerSnapshot, isBlocked?: boolean): void;
}

export function createPlayWishes(): PlayWishes {
  let open: PromiseWithResolvers[] = [];

  function settle({ state, playing, error }: PlayerSnapshot, isBlocked = false): void {
    if (playing && state !== 'playing') return;
    const settled = open;
    open = [];
    for (const { resolve, reject } of settled) {
      if (playing) resolve();
      else reject(new PlayError(isBlocked ? 'BLOCKED' : (error ?? 'ABORTED')));
    }
  }

  return {
    add(snapshot) {
      const promise = new Promise<void>((resolve, reject) => open.push({ resolve, reject }));
      promise.catch(() => {}); // if a caller ignores the promise, that is not an unhandled rejection
      settle(snapshot);
      return promise;
    },
    settle,
  };
}

interface PromiseWithResolvers {
  resolve(): void;
  reject(reason: PlayError): void;
}
