import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take much longer than their size says, the longest first. On a clone without times of earlier runs, Vitest
 * starts large files first, and one of these would run alone at the end.
 */
const LONGEST = [
  'deploy/image',
  'previous-version',
  'features/numbers/clickhouse-log', // fetches a ClickHouse
  'features/doctor/accuracy',
  'replica',
  'service-kills',
  'kit/browser-faults',
  'built-elsewhere',
  'starts',
].map((name) => `/server/tests/${name}.long.test.ts`);

/** Starts the longest files first, and leaves the others in the order of Vitest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => placeOf(a.moduleId) - placeOf(b.moduleId));
  }
}

function placeOf(path: string): number {
  const place = LONGEST.findIndex((end) => path.endsWith(end));
  return place < 0 ? LONGEST.length : place;
}
