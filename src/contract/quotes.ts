/** Words of an episode that were marked, and play wherever they are now. */
export interface EpisodeQuote {
  quote_id: string;
  episode_id: number;
  /**
   * `placed`: plays the marked words. `moving`: the audio has just changed, and the words are being looked for. `lost`: they are
   * no longer in the episode, or it is not certain where.
   */
  state: 'placed' | 'moving' | 'lost';
  /** As the transcript has them now. Null unless placed. */
  text: string | null;
  /** BCP 47. */
  language: string | null;
  /** Seconds of the content. Null unless placed. */
  starts_at: number | null;
  ends_at: number | null;
  /** The page of the quote. */
  site_url: string;
}

/** The limits of a quote. */
export const QUOTE_SECONDS_MAX = 60;
export const QUOTE_CHARACTERS_MAX = 500;
