import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Segment } from '../../src/contract/entities.ts';
import { contentTime, createTimeline, locate, mergeSegments } from '../../src/engine/timeline.ts';

const segment = (starts_at: number, ends_at: number, over: Partial<Segment> = {}): Segment => ({
  type: 'episode',
  http_url: 'a.mp3',
  duration: ends_at - starts_at,
  duration_reliable: true,
  starts_at,
  ends_at,
  ...over,
});
const ad = segment(0, 30, { type: 'audio_ad_slot', http_url: 'ad.mp3' });

describe('mergeSegments', () => {
  it('makes one of two that touch in the same file', () => {
    expect(mergeSegments([segment(0, 10), segment(10, 25)])).toEqual([segment(0, 25)]);
  });

  it.each([
    ['a gap', [segment(0, 10), segment(11, 25)]],
    ['another file', [segment(0, 10), segment(10, 25, { http_url: 'b.mp3' })]],
    ['an ad between', [segment(0, 10), ad, segment(10, 25)]],
  ])('keeps apart what has %s', (_, segments) => {
    expect(mergeSegments(segments)).toEqual(segments);
  });
});

describe('createTimeline', () => {
  it('counts the seconds of the content only', () => {
    expect(createTimeline([segment(0, 10), ad, segment(10, 25)]).duration).toBe(25);
  });

  it('leaves out what can not be played', () => {
    const odd = [
      segment(5, 5),
      segment(-1, 4),
      segment(9, 2),
      segment(0, Number.NaN),
      segment(0, 5, { http_url: '' }),
    ];
    expect(createTimeline(odd)).toEqual({ spans: [], duration: 0 });
  });
});

describe('locate', () => {
  const timeline = createTimeline([segment(0, 10), ad, segment(10, 25)]);

  it.each([
    [0, { index: 0, fileTime: 0 }],
    [9.5, { index: 0, fileTime: 9.5 }],
    [10, { index: 2, fileTime: 10 }],
    [24, { index: 2, fileTime: 24 }],
    [-5, { index: 0, fileTime: 0 }],
    [99, { index: 2, fileTime: 25 }],
    [Number.NaN, { index: 0, fileTime: 0 }],
  ])('finds content second %d', (seconds, position) => {
    expect(locate(timeline, seconds)).toEqual(position);
  });

  it('finds nothing in nothing', () => {
    expect(locate(createTimeline([]), 3)).toBeNull();
  });

  it('agrees with its inverse, in any plan of segments', () => {
    const plan = fc.array(
      fc.record({
        start: fc.integer({ min: 0, max: 600 }),
        length: fc.integer({ min: 1, max: 600 }),
        isAd: fc.boolean(),
        url: fc.constantFrom('a.mp3', 'b.mp3'),
      }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(plan, fc.double({ min: -10, max: 8000, noNaN: true }), (parts, seconds) => {
        const any = createTimeline(
          parts.map(({ start, length, isAd, url }) =>
            segment(start, start + length, {
              http_url: url,
              type: isAd ? 'audio_ad_slot' : 'episode',
            }),
          ),
        );
        const position = locate(any, seconds);
        expect(position).not.toBeNull();
        if (!position) return;
        const back = contentTime(any, position);
        expect(back).toBeCloseTo(Math.min(Math.max(seconds, 0), any.duration), 6);
      }),
    );
  });
});
