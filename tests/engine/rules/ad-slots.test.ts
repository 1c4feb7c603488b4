import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AdItem } from '../../../src/contract/ads.ts';
import { fillAdSlots, wantsAds } from '../../../src/engine/rules/ad-slots.ts';
import { createTimeline, locate } from '../../../src/engine/rules/timeline.ts';
import { adSlot, segment } from '../../helpers/test-player.ts';

const ad = (name: string, duration = 5): AdItem => ({
  audio: { http_url: `${name}.mp3`, duration, events: {} },
  events: {},
});
const silent: AdItem = { audio: null, events: {} };
const whole = [segment('a.mp3', 0, 100)];
const show = (plan: ReturnType<typeof fillAdSlots>) =>
  plan.map(({ http_url, starts_at, ends_at }) => `${http_url} ${starts_at}-${ends_at}`);

describe('fillAdSlots', () => {
  it('plays the first ad before an episode without slots, the others at its midrolls', () => {
    const plan = fillAdSlots(whole, [ad('one'), ad('two'), ad('three')], { midrolls: [60, 30] });
    expect(show(plan)).toEqual([
      'one.mp3 0-5',
      'a.mp3 0-30',
      'two.mp3 0-5',
      'a.mp3 30-60',
      'three.mp3 0-5',
      'a.mp3 60-100',
    ]);
    expect(plan[0]).toMatchObject({
      type: 'audio_ad_slot',
      duration_reliable: false,
      ad: ad('one'),
    });
  });

  it('puts a midroll between two files if it falls on their joint', () => {
    const files = [segment('a.mp3', 0, 10), segment('b.mp3', 0, 10)];
    expect(show(fillAdSlots(files, [ad('one'), ad('two')], { midrolls: [10] }))).toEqual([
      'one.mp3 0-5',
      'a.mp3 0-10',
      'two.mp3 0-5',
      'b.mp3 0-10',
    ]);
  });

  it('plays an ad after the episode if the author wants one there', () => {
    const plan = fillAdSlots(whole, [ad('one'), ad('two'), ad('three')], {
      midrolls: [30],
      postroll: true,
    });
    expect(show(plan)).toEqual([
      'one.mp3 0-5',
      'a.mp3 0-30',
      'two.mp3 0-5',
      'a.mp3 30-100',
      'three.mp3 0-5',
    ]);
  });

  it('begins with the episode if the author wants no ad before it', () => {
    const plan = fillAdSlots(whole, [ad('one'), ad('two')], { midrolls: [30], preroll: false });
    expect(show(plan)).toEqual(['a.mp3 0-30', 'one.mp3 0-5', 'a.mp3 30-100']);
  });

  it('fills the slots that an episode has, in order, and leaves the others out', () => {
    const plan = fillAdSlots(
      [adSlot('', 30), ...whole, adSlot('own.mp3', 20), adSlot('', 30)],
      [ad('one')],
      { midrolls: [50] },
    );
    expect(show(plan)).toEqual(['one.mp3 0-5', 'a.mp3 0-100', 'own.mp3 0-20']);
  });

  it.each([
    ['no ads', [], [30]],
    ['an ad without sound', [silent], []],
  ])('leaves an episode as it is with %s', (_, ads, midrolls) => {
    expect(fillAdSlots(whole, ads, { midrolls })).toEqual(whole);
  });

  it('spends no ad on a midroll at the very start, at the end or beyond it', () => {
    const plan = fillAdSlots(whole, [ad('one'), ad('two')], {
      midrolls: [0, -5, Number.NaN, 100, 500, 70],
    });
    expect(show(plan)).toEqual(['one.mp3 0-5', 'a.mp3 0-70', 'two.mp3 0-5', 'a.mp3 70-100']);
  });

  const content = fc.array(
    fc.record({
      url: fc.constantFrom('a.mp3', 'b.mp3'),
      start: fc.integer({ min: 0, max: 50 }),
      length: fc.integer({ min: 1, max: 50 }),
    }),
    { minLength: 1, maxLength: 5 },
  );
  const midroll = fc.double({ min: -10, max: 300, noNaN: true });

  it('moves no second of the content, whatever ads play between', () => {
    fc.assert(
      fc.property(
        content,
        fc.array(midroll, { maxLength: 4 }),
        fc.array(fc.boolean(), { maxLength: 5 }),
        fc.double({ min: 0, max: 300, noNaN: true }),
        (parts, midrolls, sounds, seconds) => {
          const own = parts.map(({ url, start, length }) => segment(url, start, start + length));
          const ads = sounds.map((hasSound, index) => (hasSound ? ad(`ad${index}`) : silent));
          const plan = fillAdSlots(own, ads, { midrolls });
          const [before, after] = [createTimeline(own), createTimeline(plan)];
          expect(after.duration).toBeCloseTo(before.duration, 6);
          const [there, here] = [locate(before, seconds), locate(after, seconds)];
          // At the exact moment of an ad, both sides of it are the same second of the content.
          if (here && there && !midrolls.some((at) => Math.abs(at - seconds) < 1e-6)) {
            expect(here.fileTime).toBeCloseTo(there.fileTime, 6);
            expect(after.spans[here.index]?.segment.http_url).toBe(
              before.spans[there.index]?.segment.http_url,
            );
          }
          const room = midrolls.filter((at) => at > 0 && at < before.duration);
          const places = ads.slice(0, 1 + new Set(room).size);
          const placed = plan.flatMap((item) => (item.ad ? [item.ad] : []));
          expect(placed).toEqual(places.filter(({ audio }) => audio));
        },
      ),
    );
  });
});

describe('wantsAds', () => {
  it.each([
    [{}, true],
    [{ preroll: false }, false],
    [{ preroll: false, postroll: true }, true],
    [{ preroll: false, midrolls: [30] }, true],
  ])('answers %j with %s', (positions, wants) => {
    expect(wantsAds(positions)).toBe(wants);
  });
});
