import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conform, isConformant, resultsOf } from '../../../kit/conform.ts';
import { discover } from '../../../kit/discover.ts';
import { createHttp } from '../../../kit/http.ts';
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

const audio = () => `${host.proxy.origin}/media/downloads/1.mp3`;

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
