import type { Metric, ReportMetric } from '../contract/metrics.ts';
import { runSafely } from '../lib/run-safely.ts';

/** Tells the metrics callback. What it throws becomes an uncaught error of its own and changes nothing here. */
export function reportSafely(report: ReportMetric | undefined, metric: Metric): void {
  runSafely(() => report?.(metric));
}
