import type { PlayerSnapshot, PlayTarget } from '../player.ts';
import { isWithin, rangeOf } from './offset-range.ts';

export type ButtonFace = 'play' | 'pause' | 'loading' | 'unsupported';

/** The face of a play button. It follows the player: a button keeps no state of its own. */
export function buttonFace(snapshot: PlayerSnapshot, target?: PlayTarget): ButtonFace {
  if (snapshot.state === 'unsupported') return 'unsupported';
  if (!snapshot.playing || (target && !isPlayingTarget(snapshot, target))) return 'play';
  const isLoading = snapshot.state === 'loading' || snapshot.state === 'waiting';
  return isLoading ? 'loading' : 'pause';
}

function isPlayingTarget({ currentId, currentTime }: PlayerSnapshot, target: PlayTarget): boolean {
  if (currentId !== target.episode_id) return false;
  const range = rangeOf(target);
  return !range || isWithin(range, currentTime);
}
