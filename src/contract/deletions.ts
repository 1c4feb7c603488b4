/** A show or an episode that was deleted and can still come back. */
export interface Deletion {
  kind: 'show' | 'episode';
  show_id: number;
  /** Null for a show. */
  episode_id: number | null;
  title: string;
  /** ISO 8601. */
  deleted_at: string;
  /** ISO 8601. From then on it does not come back. */
  restorable_until: string;
}

/** What a user has deleted, under `API_URL`. `user_id` is an id or a permalink. */
export const DELETION_API_ROUTES = {
  deletions: '/user/{user_id}/deletions',
} as const;
