/**
 * - `error`: the episode cannot be published, or apps refuse it
 * - `warning`: listeners will notice it
 * - `info`: good to know
 */
export type PreflightSeverity = 'error' | 'warning' | 'info';

/** Something that is wrong with an episode, or that it lacks. */
export interface PreflightItem {
  /** A stable name, for example `cover-too-small`. */
  id: string;
  severity: PreflightSeverity;
  /** What is wrong, and how to mend it. */
  text: string;
  /** The field of the episode to change. `show/image` is that of its show. */
  field: string;
}

/** The check before publishing in the API, under `API_URL`. */
export const PREFLIGHT_API_ROUTES = {
  episode_preflight: '/episode/{episode_id}/preflight',
} as const;
