/** One finished job, as the optional metrics callback is told of it (spec section 7, beacons and media). */
export interface Metric {
  /** What was done, e.g. `GET /v2/episodes/{id}`, `ads`, `beacon`, `playback`. */
  readonly job: string;
  readonly outcome: 'success' | 'error';
  /** Milliseconds that it took. */
  readonly duration_ms: number;
  /** Status code or message of an error; null after success. */
  readonly reason: string | null;
}

/** Must not throw; what it throws is reported as an uncaught error and changes nothing else. */
export type ReportMetric = (metric: Metric) => void;
