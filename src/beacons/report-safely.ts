import type { Metric, ReportMetric } from '../contract/metrics.ts';
import { runSafely } from '../lib/run-safely.ts';

/** Calls the metrics callback. An error in it is reported as uncaught and changes nothing else. */
export function reportSafely(report: ReportMetric | undefined, metric: Metric): void {
  runSafely(() => report?.(metric));
}
