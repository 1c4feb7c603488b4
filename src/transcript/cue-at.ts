import type { TranscriptCue } from '../contract/transcripts.ts';

type Timed = Pick<TranscriptCue, 'starts_at'>;

/** The index of the cue at a time, or of the last one before. -1 before the first. */
export function cueAt(cues: readonly Timed[], seconds: number): number {
  let [low, high] = [0, cues.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cues[middle]?.starts_at ?? 0) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The clock of the sound and that of a timer differ: a long wait is divided. */
const WAIT_MAX_MS = 1_000;
/** During an ad, the time of the episode stands still just before a cue. */
const WAIT_MIN_MS = 40;

/** Milliseconds of playback until the cue after a time begins, or until it is worth looking again. */
export function waitForCue(
  cues: readonly Timed[],
  { seconds, playbackRate }: { seconds: number; playbackRate: number },
): number {
  const next = cues[cueAt(cues, seconds) + 1]?.starts_at ?? Number.POSITIVE_INFINITY;
  const ms = Math.ceil(((next - seconds) / playbackRate) * 1000);
  return Math.min(WAIT_MAX_MS, Math.max(WAIT_MIN_MS, ms));
}
