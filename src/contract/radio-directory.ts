/** What a radio directory says about a show or an episode. */
export interface RadioListing {
  /**
   * `none`: nobody has submitted it. `submitting` and `withdrawing`: the directory has not answered yet. `pending`: the
   * directory has it and decides. `listed`, `refused`: it has decided. `withdrawn`: it has taken it out.
   */
  state: 'none' | 'submitting' | 'pending' | 'listed' | 'refused' | 'withdrawing' | 'withdrawn';
  /** The directory's own words: one line of plain text, at most 300 characters. Null if it said nothing. */
  message: string | null;
  /** ISO 8601. Null for `none`. */
  changed_at: string | null;
}

/** Publishing in a radio directory, under `API_URL`. */
export const RADIO_API_ROUTES = {
  show_radio_status: '/show/{show_id}/ihr/status',
  episode_radio: '/episode/{episode_id}/ihr',
} as const;
