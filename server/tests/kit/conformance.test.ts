import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conform, type Report, resultsOf } from '../../../kit/conform.ts';
import { openReferenceHost, type ReferenceHost } from './reference-host.ts';

let host: ReferenceHost;
beforeAll(async () => {
  host = await openReferenceHost();
});
afterAll(() => host?.close());

const faultsOf = (report: Report) =>
  resultsOf(report)
    .filter(({ status, level }) => status === 'failed' && level !== 'may')
    .map(({ id, found }) => `${id}: ${found}`);

describe('our own host', () => {
  it('holds every must and should', async () => {
    const report = await conform(host.episodePage);
    expect(faultsOf(report)).toEqual([]);
    const skipped = resultsOf(report).filter(({ status }) => status === 'skipped');
    process.stdout.write(
      `${JSON.stringify(
        skipped.map(({ id, found }) => [id, found]),
        null,
        1,
      )}\n`,
    );
  });
});
