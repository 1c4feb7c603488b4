import { RESUME_REPLACED_AFTER_S, RESUME_SAVE_S } from '../../contract/limits.ts';
import type { Scope } from '../../lib/scope.ts';
import type { Player, PlayerSnapshot } from '../player.ts';
import { isNearPlace } from '../rules/near-place.ts';
import type { Progress } from './progress.ts';

/** The clock of a paused sound may be read a little after the pause, and on a busy machine it may step back. */
const MOVED_S = 0.5;
/** A larger step between two readings of the clock is a seek. */
const STEP_MAX_S = 10;

export interface KeepPlacesPorts {
  readonly player: Player;
  readonly progress: Pick<Progress, 'get' | 'save'>;
  readonly scope: Scope;
  /** The place that the player offers has changed. */
  offer(seconds: number | null): void;
}

/**
 * Stores the listener's position: while an episode plays, and when playback stops, the page is left, or another
 * episode becomes current. If they began at another place than the stored one, the stored place stays until they have
 * heard a minute there.
 */
export function keepPlaces({ player, progress, scope, offer }: KeepPlacesPorts): void {
  let before = player.getSnapshot();
  let stored = before.currentTime;
  let isElsewhere = beginsElsewhere(before);
  /** Seconds since the last seek. */
  let heard = 0;

  function save({ episode, state, duration, resumeTime }: PlayerSnapshot, at: number): void {
    // A player that has not played since must not overwrite the value of another tab.
    if (!episode || duration === 0 || Math.abs(at - stored) < MOVED_S) return;
    if (state === 'loading' || state === 'loaded') return; // no part of it has been heard
    if (state !== 'ended' && isElsewhere && resumeTime !== null) return;
    stored = at;
    const { episode_id: id } = episode;
    progress.save(id, at, duration);
    if (resumeTime !== null && id === before.currentId) offer(progress.get(id)?.position || null);
  }

  function begin(now: PlayerSnapshot): void {
    stored = now.currentTime;
    isElsewhere = beginsElsewhere(now);
    heard = 0;
  }

  function listen({ currentTime, resumeTime, state }: PlayerSnapshot, step: number): void {
    if (step < -MOVED_S || step > STEP_MAX_S) {
      isElsewhere = resumeTime !== null && !isNearPlace(currentTime, resumeTime);
      heard = 0;
    } else if (state === 'playing') heard += step;
  }

  function follow(): void {
    const now = player.getSnapshot();
    const left = before;
    before = now;
    if (now.currentId !== left.currentId) {
      save(left, left.currentTime);
      begin(now);
      return;
    }
    listen(now, now.currentTime - left.currentTime);
    if (now.resumeTime !== null && heard >= RESUME_REPLACED_AFTER_S) offer(null);
    if (isDue(before) || (left.playing && !now.playing)) save(before, now.currentTime);
  }

  function isDue({ currentTime, resumeTime, state }: PlayerSnapshot): boolean {
    if (state !== 'playing' || Math.abs(currentTime - stored) < RESUME_SAVE_S) return false;
    // A series of skips does not move the stored place.
    return resumeTime === null || heard >= RESUME_SAVE_S;
  }

  scope.add(player.subscribe(follow));
  // A page in the background may end at any moment.
  const leave = () => save(player.getSnapshot(), player.getCurrentTime());
  if (typeof window !== 'undefined') scope.listen(window, 'pagehide', leave);
  scope.add(() => save(before, before.currentTime)); // an ended player has no time
}

/** True if an episode begins at another place than the stored one. Some seconds of it may have been heard already. */
function beginsElsewhere({ currentTime, resumeTime }: PlayerSnapshot): boolean {
  const past = currentTime - (resumeTime ?? currentTime);
  return past < 0 || past > STEP_MAX_S;
}
