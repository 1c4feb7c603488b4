import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AdSourceOptions, createAdSource } from '../../src/ads/ad-source.ts';
import { createAdTracker } from '../../src/ads/ad-tracker.ts';
import type { Beacon } from '../../src/beacons/beacon.ts';
import { ADS_API_VERSION, ADS_TIMEOUT_MS } from '../../src/contract/limits.ts';
import type { Metric } from '../../src/contract/metrics.ts';
import { isTrackingRefused as isRefusedByBrowser } from '../../src/lib/do-not-track.ts';
import { type Answer, startAdsHost } from './ads-host.ts';

const CONTEXT = { episode_id: 7, show_id: 3 };
const AD = {
  audio: {
    http_url: 'https://cdn.test/ad.mp3',
    duration: 15,
    events: { impression: [{ url: 'https://track.test/i', method: 'GET' }] },
  },
  events: {},
};
const NO_AD = {
  audio: null,
  events: { no_ad: [{ url: 'https://track.test/none', method: 'GET' }] },
};

const listing = (...items: unknown[]): Answer => ({
  body: JSON.stringify({ response: { ads: items } }),
});

let host: Awaited<ReturnType<typeof startAdsHost>>;
beforeEach(async () => {
  host = await startAdsHost();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await host.stop();
});

function setUp(options: Partial<AdSourceOptions> = {}) {
  const sent: Beacon[] = [];
  const metrics: Metric[] = [];
  const { isTrackingRefused = () => false } = options;
  const source = createAdSource({
    adsUrl: host.url,
    enabled: true,
    culture: 'en',
    isTrackingRefused,
    tracker: createAdTracker({ send: (beacon) => sent.push(beacon), isTrackingRefused }),
    reportMetric: (metric) => metrics.push(metric),
    ...options,
  });
  return { source, sent, metrics };
}

describe('createAdSource', () => {
  it('requests ads with the setup options and returns those with audio', async () => {
    vi.stubGlobal('document', { referrer: 'https://blog.test/post', cookie: '' });
    host.answer(listing(AD));
    const { source, metrics } = setUp({ preload_config: 'mobile' });
    expect(await source.load(CONTEXT)).toEqual([AD]);
    const [asked] = host.asked;
    expect(asked?.pathname).toBe('/v3/ads/listen');
    expect(Object.fromEntries(asked?.searchParams ?? [])).toEqual({
      episode_id: '7',
      show_id: '3',
      enabled: '1',
      preload_config: 'mobile',
      api_version: '3',
      application_id: '11',
      client_uuid: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-/),
      protocol: 'https',
      client_referrer: 'https://blog.test/post',
      culture: 'en',
      escape: 'false',
    });
    expect(metrics).toMatchObject([{ job: 'ads', outcome: 'success', reason: null }]);
  });

  it('requests version 3 of the API, and waits 3,500 ms', () => {
    expect(ADS_API_VERSION).toBe(3);
    expect(ADS_TIMEOUT_MS).toBe(3_500);
  });

  it('requests another version of the API if the options name one', async () => {
    host.answer(listing());
    await setUp({ api_version: 4 }).source.load(CONTEXT);
    expect(host.asked[0]?.pathname).toBe('/v4/ads/listen');
    expect(host.asked[0]?.searchParams.get('api_version')).toBe('4');
  });

  it('leaves an empty referrer out', async () => {
    vi.stubGlobal('document', { referrer: '', cookie: '' });
    host.answer(listing());
    await setUp().source.load(CONTEXT);
    expect(host.asked[0]?.searchParams.has('client_referrer')).toBe(false);
  });

  it('requests nothing if ads are off', async () => {
    host.answer(listing(AD));
    expect(await setUp({ enabled: false }).source.load(CONTEXT)).toEqual([]);
    expect(host.asked).toEqual([]);
  });

  it('fires the no_ad beacons of items without audio, and keeps the others in order', async () => {
    const second = { ...AD, audio: { ...AD.audio, http_url: 'https://cdn.test/2.mp3' } };
    host.answer(listing(AD, NO_AD, second));
    const { source, sent } = setUp();
    expect(await source.load(CONTEXT)).toEqual([AD, second]);
    expect(sent).toEqual([{ url: 'https://track.test/none', method: 'GET' }]);
  });

  it('keeps a position that the answer leaves empty', async () => {
    host.answer(listing({ audio: null, events: {}, keeps_position: true }, AD));
    const [empty, ad] = await setUp().source.load(CONTEXT);
    expect(empty).toMatchObject({ audio: null });
    expect(ad).toEqual(AD);
  });

  it('sends a refusal of tracking without an id, and fires no beacon', async () => {
    host.answer(listing(NO_AD));
    const { source, sent } = setUp({ isTrackingRefused: () => true });
    expect(await source.load(CONTEXT)).toEqual([]);
    expect(host.asked[0]?.searchParams.get('client_dnt')).toBe('1');
    expect(host.asked[0]?.searchParams.has('client_uuid')).toBe(false);
    expect(sent).toEqual([]);
  });

  it('reads the refusal from a cookie of the page', async () => {
    vi.stubGlobal('document', { referrer: '', cookie: 'a=b; dnt=1' });
    host.answer(listing());
    await setUp({ isTrackingRefused: () => isRefusedByBrowser() }).source.load(CONTEXT);
    expect(host.asked[0]?.searchParams.get('client_dnt')).toBe('1');
  });

  it.each<[string, Answer, string]>([
    ['a 500', { status: 500, body: '{}' }, '500'],
    ['a 404 in HTML', { status: 404, type: 'text/html', body: '<h1>No</h1>' }, '404'],
    ['HTML', { type: 'text/html', body: '<!doctype html><p>Hello' }, 'JSON'],
    ['nothing', { body: '' }, 'JSON'],
    ['a number', { body: '7' }, 'not a list of ads'],
    [
      'an error with status 200',
      { body: '{"error":{"code":500,"messages":[]}}' },
      'not a list of ads',
    ],
    ['more than a megabyte', { body: `[${' '.repeat(1_000_000)}]` }, 'not a list of ads'],
    ['a hang-up', 'hang up', 'fetch failed'],
  ])('plays no ads after %s', async (_, answer, reason) => {
    host.answer(answer);
    const { source, metrics } = setUp();
    expect(await source.load(CONTEXT)).toEqual([]);
    expect(metrics).toMatchObject([{ job: 'ads', outcome: 'error' }]);
    expect(metrics[0]?.reason).toContain(reason);
  });

  it('returns no ads if the answer or its body takes more than 3.5 s', async () => {
    const startedAt = performance.now();
    host.answer({ ...(listing(AD) as object), delayMs: 4_000 } as Answer);
    const [answer, body] = [setUp(), setUp()];
    const loading = answer.source.load(CONTEXT);
    await vi.waitFor(() => expect(host.asked).toHaveLength(1));
    host.answer({ ...(listing(AD) as object), delayBodyMs: 4_000 } as Answer);
    expect(await Promise.all([loading, body.source.load(CONTEXT)])).toEqual([[], []]);
    expect([...answer.metrics, ...body.metrics]).toMatchObject([
      { outcome: 'error' },
      { outcome: 'error' },
    ]);
    expect(performance.now() - startedAt).toBeGreaterThan(3_400);
  });

  it('ends with the signal, without counting a failure', async () => {
    host.answer({ body: '', delayMs: 3_000 });
    const { source, metrics } = setUp();
    const controller = new AbortController();
    const loading = source.load(CONTEXT, controller.signal);
    controller.abort();
    expect(await loading).toEqual([]);
    expect(metrics).toEqual([]);
  });

  it.each([
    ['a list in the envelope', { response: [AD] }],
    ['items in the envelope', { response: { items: [AD] } }],
    ['a list alone', [AD]],
    ['ads without the envelope', { ads: [AD] }],
  ])('understands %s', async (_, body) => {
    host.answer({ body: JSON.stringify(body) });
    expect(await setUp().source.load(CONTEXT)).toEqual([AD]);
  });
});
