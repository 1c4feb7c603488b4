/**
 * - `error`: the episode cannot be published, or apps refuse it
 * - `warning`: listeners will notice it
 * - `info`: good to know
 */
export type PreflightSeverity = 'error' | 'warning' | 'info';

/** A problem of an episode. */
export interface PreflightItem {
  /** A stable name, for example `cover-too-small`. */
  id: string;
  severity: PreflightSeverity;
  /** The problem, and how to fix it. */
  text: string;
  /** The field of the episode to change. `show/image` is that of its show. */
  field: string;
}
