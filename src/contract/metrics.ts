/** One finished job, for the optional metrics callback. */
export interface Metric {
  /** The job, e.g. `GET /v2/episodes/{id}`, `ads`, `beacon`, `playback`. */
  readonly job: string;
  readonly outcome: 'success' | 'error';
  /** Duration in milliseconds. */
  readonly duration_ms: number;
  /** Status code or message of an error; null after success. */
  readonly reason: string | null;
}

/** Must not throw. If it does, the error is reported as uncaught and changes nothing else. */
export type ReportMetric = (metric: Metric) => void;
