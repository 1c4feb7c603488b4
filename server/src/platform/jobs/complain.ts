import { DatabaseUnavailable } from '../database/database-unavailable.ts';
import type { Report } from '../database/watch.ts';
import { explainError } from '../explain-error.ts';

const QUIET_MS = 60_000;

/** Reports why the worker's own queries fail, at most once a minute. A lost database is reported elsewhere. */
export type Complain = (error: unknown) => void;

export function createComplain(report: Report): Complain {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (error instanceof DatabaseUnavailable || performance.now() - reportedAt < QUIET_MS) return;
    reportedAt = performance.now();
    report('error', `The worker cannot use its tables: ${explainError(error)}`);
  };
}
