import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AD_NOT_STARTED, adEventsBetween, createAdTracker } from '../../src/ads/ad-tracker.ts';
import type { Beacon } from '../../src/beacons/beacon.ts';
import type { AdEvents, AdItem } from '../../src/contract/ads.ts';

const ALL = ['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'];

describe('adEventsBetween', () => {
  it.each([
    [AD_NOT_STARTED, 0, ['impression', 'start']],
    [0, 0.24, []],
    [0.24, 0.25, ['firstQuartile']],
    [0.25, 0.4, []],
    [0.4, 0.8, ['midpoint', 'thirdQuartile']],
    [0.8, 0.999, []],
    [0.999, 1, ['complete']],
    [AD_NOT_STARTED, 1, ALL],
    [0.6, 0.2, []],
    [0, Number.NaN, []],
  ])('from %d to %d has %j', (from, to, names) => {
    expect(adEventsBetween(from, to)).toEqual(names);
  });

  it('gives each event once and in order, even if the timer jumps', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (fractions) => {
        const moments = [AD_NOT_STARTED, ...fractions.sort((a, b) => a - b), 1];
        const names = moments.slice(1).flatMap((to, i) => adEventsBetween(moments[i] ?? 0, to));
        expect(names).toEqual(ALL);
      }),
    );
  });
});

function setUp(isTrackingRefused = () => false) {
  const sent: string[] = [];
  const send = ({ method, url }: Beacon) => void sent.push(`${method} ${url}`);
  const clock = { now: () => 1_800_000_000_000 };
  return { sent, tracker: createAdTracker({ send, isTrackingRefused, clock }) };
}

const eventsOf = (name: string, ...paths: string[]): AdEvents => ({
  [name]: paths.map((path) => ({ url: `https://t.test/${path}`, method: 'GET' })),
});
const adWith = (audio: AdEvents, item: AdEvents = {}): AdItem => ({
  audio: { http_url: 'https://a.test/ad.mp3', duration: 10, events: audio },
  events: item,
});

describe('createAdTracker', () => {
  it('sends every beacon of the name', () => {
    const { sent, tracker } = setUp();
    tracker.fire(adWith(eventsOf('start', '1', '2'), eventsOf('start', '3')), 'start');
    expect(sent).toEqual(['GET https://t.test/1', 'GET https://t.test/2', 'GET https://t.test/3']);
  });

  it('fills in the moment of the event', () => {
    const { sent, tracker } = setUp();
    tracker.fire(adWith(eventsOf('start', '?t=[TIMESTAMP]')), 'start');
    expect(sent).toEqual(['GET https://t.test/?t=2027-01-15T08%3A00%3A00.000Z']);
  });

  it('sends them once for each ad', () => {
    const { sent, tracker } = setUp();
    const [first, second] = [adWith(eventsOf('start', '1')), adWith(eventsOf('start', '2'))];
    for (const ad of [first, second, first, second]) tracker.fire(ad, 'start');
    expect(sent).toEqual(['GET https://t.test/1', 'GET https://t.test/2']);
  });

  it('sends a beacon once if item and sound both name it, and one for each method', () => {
    const { sent, tracker } = setUp();
    const post: AdEvents = { start: [{ url: 'https://t.test/1', method: 'POST' }] };
    tracker.fire(adWith(eventsOf('start', '1', '1'), eventsOf('start', '1')), 'start');
    tracker.fire(adWith(eventsOf('start', '1'), post), 'start');
    expect(sent).toEqual(['GET https://t.test/1', 'GET https://t.test/1', 'POST https://t.test/1']);
  });

  it('sends nothing for a name that the ad does not list', () => {
    const { sent, tracker } = setUp();
    tracker.fire(adWith(eventsOf('start', '1')), 'skip');
    expect(sent).toEqual([]);
  });

  it('sends nothing while tracking is refused, even if the refusal comes in between', () => {
    let isRefused = false;
    const { sent, tracker } = setUp(() => isRefused);
    const ad = adWith({ ...eventsOf('start', '1'), ...eventsOf('complete', '2') });
    tracker.fire(ad, 'start');
    isRefused = true;
    tracker.fire(ad, 'complete');
    expect(sent).toEqual(['GET https://t.test/1']);
  });
});
