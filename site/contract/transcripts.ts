import type { TranscriptCue } from 'earshot/contract';

/** The text of an episode. */
export interface TranscriptWords {
  /** BCP 47. */
  language: string;
  /** Null for a text without times. */
  cues: TranscriptCue[] | null;
  /** The text without times; null if there are cues. */
  text: string | null;
}
