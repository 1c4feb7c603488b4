/** A deleted show or episode that can still be restored. */
export interface Deletion {
  kind: 'show' | 'episode';
  show_id: number;
  /** Null for a show. */
  episode_id: number | null;
  title: string;
  /** ISO 8601. */
  deleted_at: string;
  /** ISO 8601. From then on it cannot be restored. */
  restorable_until: string;
}
