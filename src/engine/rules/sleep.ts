import { SLEEP_CHAPTER_FADE_S, SLEEP_FADE_S } from '../../contract/limits.ts';
import type { PlayerSnapshot, SleepChoice } from '../player.ts';

/** Content second at which the timer pauses; Infinity for the end of the episode; null for a timer of minutes. */
export function sleepStop(
  choice: SleepChoice,
  currentTime: number,
  { episode }: Pick<PlayerSnapshot, 'episode'>,
): number | null {
  if (typeof choice === 'number') return null;
  const next = episode?.chapters.find(({ starts_at }) => starts_at > currentTime);
  // Without chapters, and in the last one, the episode is what ends.
  return (choice === 'chapter' && next?.starts_at) || Infinity;
}

/** Seconds of listening until content second `stop`; null while the length is unknown. */
export function secondsUntil(
  stop: number,
  currentTime: number,
  { duration, playbackRate }: Pick<PlayerSnapshot, 'duration' | 'playbackRate'>,
): number | null {
  if (duration === 0) return null;
  return Math.max(0, Math.min(stop, duration) - currentTime) / playbackRate;
}

/** How loud the sound is so long before it pauses, 0 to 1. The end of an episode needs no fade. */
export function sleepVolume(secondsLeft: number, stop: number | null): number {
  if (stop === Infinity) return 1;
  const fade = stop === null ? SLEEP_FADE_S : SLEEP_CHAPTER_FADE_S;
  return Math.min(1, Math.max(0, secondsLeft / fade));
}
