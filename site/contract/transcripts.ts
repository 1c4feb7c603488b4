/** A cue. Times are seconds of the content. */
export interface TranscriptCue {
  starts_at: number;
  ends_at: number;
  speaker: string | null;
  text: string;
}

/** The text of an episode. */
export interface TranscriptWords {
  /** BCP 47. */
  language: string;
  /** Null for a text without times. */
  cues: TranscriptCue[] | null;
  /** The text without times; null if there are cues. */
  text: string | null;
}
