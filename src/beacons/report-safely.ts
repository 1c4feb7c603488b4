import type { Metric, ReportMetric } from '../contract/metrics.ts';

/** Tells the metrics callback. What it throws becomes an uncaught error of its own and changes nothing here. */
export function reportSafely(report: ReportMetric | undefined, metric: Metric): void {
  try {
    report?.(metric);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
