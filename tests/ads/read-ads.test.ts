import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAds } from '../../src/ads/read-ads.ts';

const audioOf = (audio: unknown) => readAds({ ads: [{ audio, events: {} }] })?.[0]?.audio;
const eventsOf = (events: unknown) => readAds({ ads: [{ audio: null, events }] })?.[0]?.events;

describe('readAds', () => {
  it.each([
    ['no address', { duration: 10 }],
    ['a script for an address', { http_url: 'javascript:alert(1)', duration: 10 }],
    ['a relative address', { http_url: '/ad.mp3', duration: 10 }],
    ['an address with a password', { http_url: 'https://me:secret@a.test/ad.mp3', duration: 10 }],
    ['no length at all', { http_url: 'https://a.test/ad.mp3', duration: 0 }],
    ['a negative length', { http_url: 'https://a.test/ad.mp3', duration: -5 }],
    ['a length that is no number', { http_url: 'https://a.test/ad.mp3', duration: 'long' }],
    ['a length of a day', { http_url: 'https://a.test/ad.mp3', duration: 86_400 }],
  ])('takes audio with %s for none', (_, audio) => {
    expect(audioOf(audio)).toBeNull();
  });

  it.each([
    ['audio of eleven minutes', { http_url: 'https://a.test/ad.mp3', duration: 660 }],
    ['audio that is no object', 'https://a.test/ad.mp3'],
  ])('keeps the position of an item with %s, which it refuses', (_, audio) => {
    const items = [{ audio }, { audio: null }, {}];
    expect(readAds(items)?.map(({ keeps_position }) => keeps_position)).toEqual([
      true,
      undefined,
      undefined,
    ]);
  });

  it('reads a length in digits', () => {
    expect(audioOf({ http_url: 'http://a.test/ad.mp3', duration: '12.5' })?.duration).toBe(12.5);
  });

  it('accepts audio without a length, which its file shows later', () => {
    expect(audioOf({ http_url: 'https://a.test/ad.mp3' })?.duration).toBe(Infinity);
    expect(audioOf({ http_url: 'https://a.test/ad.mp3', duration: null })?.duration).toBe(Infinity);
  });

  it('reads at most 50 ads, and 50 beacons for each name', () => {
    const start = Array(60).fill({ url: 'https://t.test/1' });
    const ads = readAds(Array(60).fill({ audio: null, events: { start } }));
    expect(ads).toHaveLength(50);
    expect(ads?.[0]?.events.start).toHaveLength(50);
  });

  it.each([null, 7, 'text', {}, { ads: null }, { response: {} }, { response: null }])(
    'finds no list of ads in %j',
    (answer) => {
      expect(readAds(answer)).toBeNull();
    },
  );

  it('reads a method in small letters, assumes GET, and ignores other methods', () => {
    const list = [
      { url: 'https://t.test/1', method: 'post' },
      { url: 'https://t.test/2' },
      { url: 'https://t.test/3', method: 'DELETE' },
      { method: 'GET' },
      { url: 'https://t.test/4', method: { toString: null } },
      null,
    ];
    const single = { url: 'https://t.test/5', method: 'GET' };
    expect(eventsOf({ start: list, complete: 'x', pause: single })).toEqual({
      start: [
        { url: 'https://t.test/1', method: 'POST' },
        { url: 'https://t.test/2', method: 'GET' },
        { url: 'https://t.test/4', method: 'GET' },
      ],
      complete: [],
      pause: [single],
    });
  });

  it('reads any value without throwing', () => {
    const anything = fc.anything({ withNullPrototype: true });
    const almost = fc.record({ ads: fc.array(fc.record({ audio: anything, events: anything })) });
    fc.assert(
      fc.property(fc.oneof(anything, almost), (answer) => {
        for (const { audio, events } of readAds(answer) ?? []) {
          expect(audio === null || audio.duration > 0).toBe(true);
          expect(typeof events).toBe('object');
        }
      }),
    );
  });
});
