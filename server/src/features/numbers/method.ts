/** How downloads are counted. A change of any value or rule gets a new version. `docs/numbers.md` explains it. */
export const METHOD = {
  version: 5,
  guidelines: 'IAB Tech Lab Podcast Technical Measurement Guidelines 2.3',
  /** The length of a rolling and of an extending window. */
  window_hours: 24,
  /** The sound that a person must have received, unless the file is shorter. */
  threshold_seconds: 60,
} as const;

/**
 * A window takes no more bytes of a file once they lie in this many separate parts. Players ask for a few dozen; a client
 * that asks for a hundred thousand would slow the count down.
 */
export const MAX_PARTS = 1_000;

/**
 * A listener with more downloads of one show on one day (UTC) is a program that collects it, and none of these downloads
 * counts. A person who hears a show for all 16 waking hours hears about 30 episodes of half an hour, and a household of
 * three with the same program about 100. An office shares the new episodes, so it gets many downloads of few episodes,
 * and those of one program behind one address are one for each episode.
 */
export const MAX_EPISODES = 100;

/**
 * - `calendar`: a window is a day (UTC)
 * - `rolling`: a window begins with a request and ends 24 hours later
 * - `extending`: the same, and after its download every further request extends it to 24 hours from then
 */
export const WINDOWS = ['calendar', 'rolling', 'extending'] as const;
export type Window = (typeof WINDOWS)[number];
