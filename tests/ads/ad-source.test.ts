import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AdSourceOptions, createAdSource } from '../../src/ads/ad-source.ts';
import type { Beacon } from '../../src/beacons/beacon.ts';
import type { Metric } from '../../src/contract/metrics.ts';
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
  const source = createAdSource({
    adsUrl: host.url,
    enabled: true,
    culture: 'en',
    client_dnt: false,
    beacons: {
      async enqueue(beacon) {
        sent.push(beacon);
      },
    },
    reportMetric: (metric) => metrics.push(metric),
    ...options,
  });
  return { source, sent, metrics };
}

describe('createAdSource', () => {
  it('asks for ads with the setup options and gives those with audio', async () => {
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
      client_uuid: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-/),
      protocol: 'https',
      client_referrer: 'https://blog.test/post',
      culture: 'en',
      escape: 'false',
    });
    expect(metrics).toMatchObject([{ job: 'ads', outcome: 'success', reason: null }]);
  });

  it('asks another version of the API when told', async () => {
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

  it('asks nothing when ads are off', async () => {
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

  it('says that tracking is refused, and neither names the browser nor fires a beacon', async () => {
    host.answer(listing(NO_AD));
    const { source, sent } = setUp({ client_dnt: true });
    expect(await source.load(CONTEXT)).toEqual([]);
    expect(host.asked[0]?.searchParams.get('client_dnt')).toBe('1');
    expect(host.asked[0]?.searchParams.has('client_uuid')).toBe(false);
    expect(sent).toEqual([]);
  });

  it('takes the refusal from a cookie of the page', async () => {
    vi.stubGlobal('document', { referrer: '', cookie: 'a=b; dnt=1' });
    host.answer(listing());
    const { client_dnt, ...options } = {
      client_dnt: undefined,
      beacons: { enqueue: async () => {} },
    };
    await createAdSource({ adsUrl: host.url, enabled: true, culture: 'en', ...options }).load(
      CONTEXT,
    );
    expect(host.asked[0]?.searchParams.get('client_dnt')).toBe('1');
  });

  it.each<[string, Answer, string]>([
    ['a 500', { status: 500, body: '{}' }, '500'],
    ['a 404 in HTML', { status: 404, type: 'text/html', body: '<h1>No</h1>' }, '404'],
    ['HTML', { type: 'text/html', body: '<!doctype html><p>Hello' }, 'SERVER_ERROR'],
    ['nothing', { body: '' }, 'SERVER_ERROR'],
    ['a number', { body: '7' }, 'SERVER_ERROR'],
    ['an error with status 200', { body: '{"error":{"code":500,"messages":[]}}' }, ''],
    ['a hang-up', 'hang up', 'network'],
  ])('plays no ads after %s', async (_, answer, reason) => {
    host.answer(answer);
    const { source, metrics } = setUp();
    expect(await source.load(CONTEXT)).toEqual([]);
    expect(metrics).toMatchObject([{ job: 'ads', outcome: 'error' }]);
    if (/^\d/.test(reason)) expect(metrics[0]?.reason).toBe(reason);
  });

  it.each<[string, Answer]>([
    ['answers after 4 s', { ...(listing(AD) as object), delayMs: 4_000 } as Answer],
    ['sends its body after 4 s', { ...(listing(AD) as object), delayBodyMs: 4_000 } as Answer],
  ])('plays no ads when the host %s', async (_, answer) => {
    host.answer(answer);
    const { source, metrics } = setUp();
    expect(await source.load(CONTEXT)).toEqual([]);
    expect(metrics).toMatchObject([{ outcome: 'error' }]);
  });

  it('ends with the signal, and counts that as no failure', async () => {
    host.answer({ body: '', delayMs: 3_000 });
    const { source, metrics } = setUp();
    const controller = new AbortController();
    const loading = source.load(CONTEXT, controller.signal);
    controller.abort();
    expect(await loading).toEqual([]);
    expect(metrics).toEqual([]);
  });

  it.each([
    ['a list alone', [AD]],
    ['items', { items: [AD] }],
  ])('understands %s', async (_, response) => {
    host.answer({ body: JSON.stringify({ response }) });
    expect(await setUp().source.load(CONTEXT)).toEqual([AD]);
  });
});
