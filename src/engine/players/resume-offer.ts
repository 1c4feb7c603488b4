import { RESUME_FROM_S, RESUME_SAVE_MS } from '../../contract/limits.ts';
import type { Scope } from '../../lib/scope.ts';
import type { PlayerSnapshot } from '../player.ts';
import type { Positions } from './positions.ts';

/** The place at which the listener left an episode: offered when it is loaded, saved while it plays. */
export interface ResumeOffer {
  /** Content second that is offered; null for none. */
  readonly time: number | null;
  /** Another episode is current. */
  offer(episodeId: number): void;
  withdraw(): void;
  save(snapshot: PlayerSnapshot): void;
  /** Saves every five seconds while sound is wanted, and once when it no longer is. */
  saveWhile(snapshot: PlayerSnapshot): void;
}

export interface ResumeOfferPorts {
  readonly scope: Scope;
  readonly positions?: Positions | undefined;
  getSnapshot(): PlayerSnapshot;
}

export function createResumeOffer({
  scope,
  positions,
  getSnapshot,
}: ResumeOfferPorts): ResumeOffer {
  let time: number | null = null;
  let stop = () => {};

  function save({ episode, state, currentTime, duration }: PlayerSnapshot): void {
    if (!episode || duration === 0 || time !== null) return;
    if (state === 'loading' || state === 'loaded') return; // nothing of it has been heard
    positions?.save(episode.episode_id, currentTime, duration);
  }

  return {
    get time() {
      return time;
    },
    offer(episodeId) {
      time = positions?.get(episodeId) ?? null;
    },
    withdraw() {
      time = null;
    },
    save,
    saveWhile(snapshot) {
      stop();
      if (!positions) return;
      if (snapshot.playing) stop = scope.interval(() => save(getSnapshot()), RESUME_SAVE_MS);
      else save(snapshot);
    },
  };
}

/** The offer stands until the listener has heard ten seconds of another place. */
export const outlivesOffer = (currentTime: number): boolean => currentTime >= RESUME_FROM_S;
