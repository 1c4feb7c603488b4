import type { Result } from '../check.ts';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** Failed ones by level. */
  must: number;
  should: number;
  may: number;
}

export function countResults(results: readonly Result[]): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0, must: 0, should: 0, may: 0 };
  for (const { status, level } of results) {
    counts[status] += 1;
    if (status === 'failed') counts[level] += 1;
  }
  return counts;
}

/** The whole result in one sentence. */
export function summaryOf(counts: Counts): string {
  const { passed, failed, skipped, must, should, may } = counts;
  const parts = [
    `${passed} passed`,
    failed === 0 ? 'none failed' : `${failed} failed (${must} must, ${should} should, ${may} may)`,
    `${skipped} skipped`,
  ];
  return `${parts.join(', ')}.`;
}
