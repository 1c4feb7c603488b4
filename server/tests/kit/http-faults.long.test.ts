import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Check, type Result, runChecks } from '../../../kit/check.ts';
import { conform, FEED_CHECKS, isConformant, resultsOf } from '../../../kit/conform.ts';
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

/** A host on this machine has no certificate, and Earshot has no payments, other versions or comments elsewhere. */
const SKIPPED = [
  'ranges/https',
  'feed/https',
  'feed/podcasting-2.0/value',
  'feed/podcasting-2.0/value-recipient',
  'feed/podcasting-2.0/alternate-enclosure',
  'feed/podcasting-2.0/live-item',
  'feed/podcasting-2.0/social-interact',
];

describe('our own host', () => {
  it('holds every must and should, and skips no check that could be made', async () => {
    const report = await conform(host.episodePage, { hasBrowser: false });
    const results = resultsOf(report).filter(({ id }) => !/^(player\.js|embed)\//.test(id));
    const faults = results.filter(({ status, level }) => status === 'failed' && level !== 'may');
    expect(faults.map(({ id, found }) => `${id}: ${found}`)).toEqual([]);
    const skipped = results.filter(({ status }) => status === 'skipped').map(({ id }) => id);
    expect(skipped).toEqual(SKIPPED);
    expect(isConformant(report)).toBe(true);
  });

  it('is found from its feed, and from its audio', async () => {
    const fromFeed = await discover(http, host.feed, {});
    expect([fromFeed.kind, fromFeed.oembed.missing, fromFeed.audio.part]).toEqual([
      'feed',
      '',
      audio(),
    ]);
    const fromAudio = await discover(http, audio(), {});
    expect([fromAudio.kind, fromAudio.audio.part]).toEqual(['audio', audio()]);
  });
});

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
