import type { TranscriptCue } from 'earshot-site/contract';

/** The index of the cue at a time, or of the last one before. -1 before the first. */
export function cueAt(cues: readonly Pick<TranscriptCue, 'starts_at'>[], seconds: number): number {
  let [low, high] = [0, cues.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cues[middle]?.starts_at ?? 0) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
