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

const LEVELS = ['must', 'should', 'may'];

/** The failed ones, the most important first. */
export const faultsOf = (results: readonly Result[]): Result[] =>
  results
    .filter(({ status }) => status === 'failed')
    .sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));

/** The verdict about a host in one sentence. */
export function verdictOfAll({ passed, failed, must }: Counts, quote: (word: string) => string) {
  if (passed + failed === 0) return 'Nothing could be checked.';
  if (must === 0) return `Every ${quote('must')} holds.`;
  return `${must} ${quote('must')} ${must === 1 ? 'fails' : 'fail'}.`;
}

/** The whole result in numbers. */
export function summaryOf(counts: Counts): string {
  const { passed, failed, skipped, must, should, may } = counts;
  const parts = [
    `${passed} passed`,
    failed === 0 ? 'none failed' : `${failed} failed (${must} must, ${should} should, ${may} may)`,
    `${skipped} skipped`,
  ];
  return `${parts.join(', ')}.`;
}
