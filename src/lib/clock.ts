/** The time, as a port that tests replace. `Date` is such a clock, and so is `performance`, which never jumps. */
export interface Clock {
  /** Milliseconds. */
  now(): number;
}
