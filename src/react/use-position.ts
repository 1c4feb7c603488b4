import { usePlayerState } from './player-context.tsx';

/**
 * The position of a progress bar, in seconds of the episode. During playback it moves in steps, because moving a bar
 * costs more power than playing the sound: half a pixel of a wide bar, but not more than once a second. In a short
 * episode, a second is a larger part of the bar, and a step is one percent.
 */
export function usePosition(): number {
  return usePlayerState(({ state, duration, currentTime }) => {
    if (state !== 'playing' || !duration) return currentTime;
    const step = Math.max(duration / 1_000, Math.min(1, duration / 100));
    return Math.floor(currentTime / step) * step;
  });
}
