/** The answer to a block. */
export interface Ban {
  /** The blocked user. */
  banned_id: number;
}
