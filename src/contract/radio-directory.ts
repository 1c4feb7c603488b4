/** The state of a show or an episode in a radio directory. */
export interface RadioListing {
  /**
   * `none`: not submitted. `submitting` and `withdrawing`: the directory has not answered yet. `pending`: the
   * directory is reviewing it. `listed`, `refused`: it has decided. `withdrawn`: it has removed it.
   */
  state: 'none' | 'submitting' | 'pending' | 'listed' | 'refused' | 'withdrawing' | 'withdrawn';
  /** The directory's message: one line of plain text, at most 300 characters. Null without one. */
  message: string | null;
  /** ISO 8601. Null for `none`. */
  changed_at: string | null;
}
