/** Actions on many episodes of a show at once. */
export type BulkAction = 'publish' | 'draft' | 'visibility' | 'delete' | 'restore';

/** The result for one of them. */
export interface BulkResult {
  episode_id: number;
  /** Null for an episode that the show does not have. */
  title: string | null;
  /** The error in words. Null if it succeeded. */
  error: string | null;
}
