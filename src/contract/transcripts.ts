/** A transcript in one format. */
export interface TranscriptFile {
  /** Media type: `text/vtt`, `application/x-subrip`, `application/json` or `text/plain`. */
  type: string;
  /** For everybody who may read the episode. */
  url: string;
}

/** What is said in an episode. */
export interface Transcript {
  /** BCP 47. Null if the feed that it was imported from does not say. */
  language: string | null;
  /** Stretches with a time. 0 for a text without times, and for files on another host. */
  cues: number;
  /** The same words in each format. Before the author sends a transcript, those that an imported feed names. */
  files: TranscriptFile[];
}

/** Transcripts in the API, under `API_URL`. */
export const TRANSCRIPT_API_ROUTES = {
  episode_transcript: '/episode/{episode_id}/transcript',
} as const;

/** The transcript as a page to read and to print, under `SITE_URL`. */
export const TRANSCRIPT_PAGE_ROUTES = {
  'episode-transcript': '/episode/{episode_id}/transcript',
} as const;

/** A stretch of speech. Times are seconds of the content. */
export interface TranscriptCue {
  starts_at: number;
  ends_at: number;
  speaker: string | null;
  text: string;
}

/** The words of an episode. */
export interface TranscriptWords {
  /** BCP 47. */
  language: string;
  /** Null for a text without times. */
  cues: TranscriptCue[] | null;
  /** The text without times; null if there are cues. */
  text: string | null;
}
