import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Episode } from '../../../src/contract/episodes.ts';
import { chapterAt } from '../../../src/engine/rules/chapters.ts';
import { readChapters, readEpisode } from '../../../src/engine/rules/read-episode.ts';
import { segmentsOf } from '../../../src/engine/rules/segments-of.ts';
import { createTimeline } from '../../../src/engine/rules/timeline.ts';
import { episode } from '../../helpers/test-player.ts';

const chapter = (starts_at: number, title = `at ${starts_at}`) => ({
  starts_at,
  ends_at: null,
  title,
  url: null,
  image_url: null,
});

describe('readEpisode', () => {
  it('leaves correct values as they are', () => {
    const whole = episode(1, {
      chapters: [
        { ...chapter(0), ends_at: 30 },
        { ...chapter(30), ends_at: null },
      ],
      midrolls: [20],
    });
    expect(readEpisode(whole)).toEqual(whole);
  });

  it.each([null, undefined, 5, 'episode', [], {}, { episode_id: 0 }, { episode_id: '1' }])(
    'throws EPISODE_UNAVAILABLE for %o',
    (value) => {
      expect(() => readEpisode(value)).toThrow(
        'This episode is not available, please try again in a few minutes.',
      );
    },
  );

  it('repairs numbers, texts and lists', () => {
    const odd = {
      episode_id: 3,
      title: { en: 'x' },
      duration: -5,
      http_url: 7,
      playback_url: '',
      image_url: [],
      mime_type: null,
      chapters: 'none',
      midrolls: [5, -1, null, 'x', Number.NaN],
      segments: [null, 'x', { type: 'episode', http_url: 'a.mp3', duration: '10', starts_at: '5' }],
    };
    expect(readEpisode(odd)).toMatchObject({
      title: '',
      duration: 0,
      http_url: '',
      playback_url: null,
      image_url: null,
      mime_type: '',
      chapters: [],
      midrolls: [5],
      // A missing end is the start plus the length.
      segments: [
        { http_url: 'a.mp3', starts_at: 5, ends_at: 15, duration: 10, duration_reliable: false },
      ],
    });
  });

  it.each([
    ['negative times', { starts_at: -5, ends_at: -1 }],
    ['an end before the start', { starts_at: 9, ends_at: 2 }],
    ['an end that is no number', { starts_at: 0, ends_at: 'soon' }],
    ['no length', { starts_at: 4, ends_at: 4 }],
    ['an unknown type', { type: 'karaoke' }],
    ['no file', { http_url: null }],
  ])('drops a segment with %s from the timeline', (_, over) => {
    const good = { type: 'episode', http_url: 'a.mp3', starts_at: 0, ends_at: 10, duration: 10 };
    const read = readEpisode(episode(1, { segments: [{ ...good, ...over }, good] as never }));
    expect(createTimeline(segmentsOf(read)).duration).toBe(10);
  });

  it('plays segments that overlap as they are given, one after the other', () => {
    const segments = [
      { type: 'episode', http_url: 'a.mp3', starts_at: 0, ends_at: 20 },
      { type: 'episode', http_url: 'a.mp3', starts_at: 10, ends_at: 30 },
    ] as never;
    expect(createTimeline(segmentsOf(readEpisode(episode(1, { segments })))).duration).toBe(40);
  });

  it('takes for a number nothing that cannot be made one', () => {
    const odd = { toString: null };
    const segments = [{ type: 'episode', http_url: 'a.mp3', starts_at: odd, ends_at: odd }];
    const read = readEpisode(episode(1, { duration: odd, segments } as never));
    expect(read).toMatchObject({ duration: 0, segments: [{ starts_at: 0, ends_at: 0 }] });
  });

  it('turns any JSON into an episode without surprises, or throws', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.dictionary(fc.constantFrom(...Object.keys(episode(1)), 'segments'), fc.jsonValue()),
        (any, fields) => {
          for (const value of [any, { ...fields, episode_id: 1 }]) {
            let read: Episode;
            try {
              read = readEpisode(value);
            } catch (error) {
              expect(error).toMatchObject({ reason: 'EPISODE_UNAVAILABLE' });
              continue;
            }
            const { duration } = createTimeline(segmentsOf(read));
            expect(read.duration).toBeGreaterThanOrEqual(0);
            expect(duration).toBeGreaterThanOrEqual(0);
            expect([typeof read.title, typeof read.http_url]).toEqual(['string', 'string']);
            expect(chapterAt(read.chapters, duration)).not.toBeUndefined();
          }
        },
      ),
    );
  });
});

describe('readChapters', () => {
  it('ends each chapter where the next starts; the last has no end', () => {
    const read = readChapters([chapter(30), chapter(0), chapter(70)], 100);
    expect(read.map(({ starts_at, ends_at }) => [starts_at, ends_at])).toEqual([
      [0, 30],
      [30, 70],
      [70, null],
    ]);
  });

  it('leaves out chapters beyond the end and before the start', () => {
    const odd = [chapter(100), chapter(5000), chapter(-1), chapter(Number.NaN), null, chapter(10)];
    expect(readChapters(odd, 100)).toEqual([{ ...chapter(10), ends_at: null }]);
    expect(readChapters([chapter(5000)], 0)).toHaveLength(1); // no end is known
  });
});

describe('chapterAt', () => {
  const chapters = readChapters([chapter(10), chapter(30)], 100);

  it.each([
    [0, undefined],
    [10, 'at 10'],
    [29.99, 'at 10'],
    [30, 'at 30'],
    [500, 'at 30'],
  ])('finds the chapter of content second %d', (seconds, title) => {
    expect(chapterAt(chapters, seconds)?.title).toBe(title);
  });
});
