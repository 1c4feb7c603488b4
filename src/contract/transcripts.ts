/** A transcript in one format. */
export interface TranscriptFile {
  /** Media type: `text/vtt`, `application/x-subrip`, `application/json` or `text/plain`. */
  type: string;
  /** Open to all who may read the episode. */
  url: string;
}

/** The transcript of an episode. */
export interface Transcript {
  /** BCP 47. Null if the imported feed does not say. */
  language: string | null;
  /** The number of cues. 0 for a text without times, and for files on another host. */
  cues: number;
  /** Changes with each change of the words or their times. Null for files on another host. */
  version: string | null;
  /** The same text in each format. Before the author sends a transcript, those of an imported feed. */
  files: TranscriptFile[];
}

/** A part of a transcript with its time: a word, a line or a sentence. Times are seconds of the content. */
export interface TranscriptCue {
  starts_at: number;
  ends_at: number;
  speaker: string | null;
  text: string;
}
