/** A deleted show or episode that can still be restored, by its authors or by administrators. */
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
  /** An administrator has removed it: only administrators can restore it. */
  removed_by_host: boolean;
}
