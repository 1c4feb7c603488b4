import { useMemo, useSyncExternalStore } from 'react';
import type { PlayerSnapshot } from '../engine/player.ts';
import { createScope } from '../lib/scope.ts';
import { usePlayerContext, usePlayerState } from './player-context.tsx';

/** A bar moves in this many steps. On a wide bar, a step is half a pixel. */
const STEPS = 1_000;
/** The shortest time between two moves, for short episodes. */
const MOVE_EVERY_MS = 500;
/** The interval of the player's time announcements. */
const TOLD_EVERY_MS = 1_000;

/** Milliseconds between two moves, or 0 if the player's announcements are enough. */
function moveEveryMs({ state, duration, playbackRate }: PlayerSnapshot): number {
  const stepMs = (duration * 1000) / STEPS / playbackRate;
  return state === 'playing' && stepMs < TOLD_EVERY_MS ? Math.max(stepMs, MOVE_EVERY_MS) : 0;
}

/**
 * The position of a progress bar, in seconds of the episode. During playback it changes with every visible step, not
 * with every tick of the clock, because moving a bar costs more power than playing the sound.
 */
export function usePosition(): number {
  const { player, initial } = usePlayerContext();
  const everyMs = usePlayerState(moveEveryMs);
  const subscribe = useMemo(
    () => (onMove: () => void) => {
      const scope = createScope();
      if (player) scope.add(player.subscribe(onMove));
      if (everyMs) scope.interval(onMove, everyMs);
      return scope.dispose;
    },
    [player, everyMs],
  );
  const read = () => {
    const { state, duration, currentTime } = player?.getSnapshot() ?? initial;
    if (!player || state !== 'playing' || !duration) return currentTime;
    const step = duration / STEPS;
    return Math.floor(player.getCurrentTime() / step) * step;
  };
  return useSyncExternalStore(subscribe, read, () => initial.currentTime);
}
