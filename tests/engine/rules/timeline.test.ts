import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Segment } from '../../../src/contract/episodes.ts';
import {
  contentTime,
  createTimeline,
  fileEndOf,
  locate,
  mergeSegments,
  withFileEnd,
} from '../../../src/engine/rules/timeline.ts';

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
  ])('keeps segments apart that have %s', (_, segments) => {
    expect(mergeSegments(segments)).toEqual(segments);
  });
});

describe('createTimeline', () => {
  it('counts the seconds of the content only', () => {
    expect(createTimeline([segment(0, 10), ad, segment(10, 25)]).duration).toBe(25);
  });

  it('leaves out segments that cannot be played', () => {
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

describe('any plan of segments', () => {
  const seconds = fc.integer({ min: 0, max: 60 });
  const plan = fc.array(
    fc.record({
      type: fc.constantFrom('episode' as const, 'episode' as const, 'audio_ad_slot' as const),
      http_url: fc.constantFrom('a.mp3', 'b.mp3'),
      starts_at: seconds,
      ends_at: seconds,
      duration: seconds,
      duration_reliable: fc.boolean(),
    }),
    { maxLength: 10 },
  );

  it('is one line: each span begins at the end of the one before it, and their lengths add up to the duration', () => {
    fc.assert(
      fc.property(plan, (segments) => {
        const { spans, duration } = createTimeline(segments);
        let at = 0;
        for (const {
          contentStart,
          contentEnd,
          segment: { type, starts_at, ends_at },
        } of spans) {
          expect(contentStart).toBe(at);
          expect(contentEnd - contentStart).toBe(type === 'episode' ? ends_at - starts_at : 0);
          at = contentEnd;
        }
        expect(duration).toBe(at);
      }),
    );
  });

  it('merges to nothing more when merged again, and loses no second', () => {
    fc.assert(
      fc.property(plan, (any) => {
        const segments = any.filter(({ starts_at, ends_at }) => starts_at < ends_at);
        const merged = mergeSegments(segments);
        expect(mergeSegments(merged)).toEqual(merged);
        expect(createTimeline(merged).duration).toBe(createTimeline(segments).duration);
      }),
    );
  });

  it('tells of any place in any file a second within the content, later in the file being later', () => {
    const fileTime = fc.double({ min: -100, max: 1000, noNaN: true });
    fc.assert(
      fc.property(plan, fc.nat(12), fileTime, fileTime, (segments, index, one, other) => {
        const timeline = createTimeline(segments);
        const [first, second] = [Math.min(one, other), Math.max(one, other)].map((at) =>
          contentTime(timeline, { index, fileTime: at }),
        );
        expect(first).toBeGreaterThanOrEqual(0);
        expect(second).toBeLessThanOrEqual(timeline.duration);
        expect(first).toBeLessThanOrEqual(second ?? 0);
      }),
    );
  });

  it('keeps its spans when a length is learnt, and then ends with the file', () => {
    fc.assert(
      fc.property(plan, fc.nat(9), fc.integer({ min: 1, max: 200 }), (segments, index, fileEnd) => {
        const before = createTimeline(segments);
        const after = withFileEnd(before, index, fileEnd);
        expect(after.spans).toHaveLength(before.spans.length);
        expect(withFileEnd(after, index, fileEnd)).toBe(after);
        for (const [at, { segment: own }] of before.spans.entries()) {
          if (own.duration_reliable) expect(after.spans[at]?.segment).toEqual(own);
        }
      }),
    );
  });
});

describe('fileEndOf', () => {
  const claimed = { duration_reliable: false };
  const slot = { type: 'audio_ad_slot', http_url: 'ad.mp3' } as const;

  it.each([
    ['a segment in the middle of a file', [segment(0, 10), segment(20, 30)], 0, 100, 10],
    ['the last, well before the end of its file', [segment(0, 10)], 0, 100, 10],
    ['the last, which ends about where its file does', [segment(0, 10)], 0, 10.3, Infinity],
    ['the last, of a claimed length', [segment(0, 10, claimed)], 0, 50, Infinity],
    [
      'one before the last, which ends about where its file does',
      [segment(0, 10), ad],
      0,
      9.8,
      9.8,
    ],
    ['one before the last, with an unknown file', [segment(0, 10), ad], 0, Number.NaN, 10],
    [
      'an ad of a claimed length',
      [segment(0, 30, { ...slot, ...claimed }), segment(0, 9)],
      0,
      28,
      28,
    ],
    [
      'an ad whose file is not known yet',
      [segment(0, 30, { ...slot, ...claimed }), segment(0, 9)],
      0,
      Number.NaN,
      Infinity,
    ],
    ['no segment at all', [], 0, 100, Infinity],
  ])('%s', (_, segments, index, fileEnd, end) => {
    expect(fileEndOf(createTimeline(segments), index, fileEnd)).toBe(end);
  });
});
