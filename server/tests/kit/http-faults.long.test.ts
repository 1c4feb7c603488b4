import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Check, type Result, runChecks } from '../../../kit/check.ts';
import { FEED_CHECKS } from '../../../kit/conform.ts';
import { discover } from '../../../kit/discover.ts';
import { createHttp } from '../../../kit/http.ts';
import { OEMBED_CHECKS } from '../../../kit/oembed/oembed-checks.ts';
import { collectRanges } from '../../../kit/ranges/collect-ranges.ts';
import { RANGE_CHECKS } from '../../../kit/ranges/range-checks.ts';
import { type Fault, FEED_FAULTS, OEMBED_FAULTS, RANGE_FAULTS } from './http-faults.ts';
import { openReferenceHost, type ReferenceHost } from './reference-host.ts';

const http = createHttp({ timeoutMs: 10_000 });
let host: ReferenceHost;
beforeAll(async () => {
  host = await openReferenceHost();
});
afterAll(async () => {
  http.close();
  await host?.close();
});

const failing = (results: readonly Result[]) =>
  results.filter(({ status }) => status === 'failed').map(({ id }) => id);
const run = <Facts>(checks: readonly Check<Facts>[], facts: Facts | null) =>
  facts === null ? [] : failing(runChecks(checks, facts));

const audio = () => `${host.proxy.origin}/media/downloads/1.mp3`;
const findHost = () => discover(http, host.episodePage, { feed: host.feed });

/** The checks that fail, for each part of a host. */
const AREAS: readonly [string, readonly Fault[], () => Promise<string[]>][] = [
  ['audio', RANGE_FAULTS, async () => run(RANGE_CHECKS, await collectRanges(http, audio()))],
  ['feed', FEED_FAULTS, async () => run(FEED_CHECKS, (await findHost()).feed.part)],
  ['oEmbed', OEMBED_FAULTS, async () => run(OEMBED_CHECKS, (await findHost()).oembed.part)],
];

describe.each(AREAS)('the faults of the %s', (_name, faults, look) => {
  it('are all found, and only by checks that pass without them', async () => {
    const before = await look();
    const missed: string[] = [];
    for (const { name, breaks, change } of faults) {
      host.proxy.setFault(change);
      const found = await look();
      host.proxy.setFault(null);
      expect(before).not.toContain(breaks);
      if (!found.includes(breaks)) missed.push(`${breaks}: ${name}; found ${found.join(', ')}`);
    }
    process.stdout.write(`${faults.length - missed.length} of ${faults.length} faults found\n`);
    expect(missed).toEqual([]);
  });
});
