import { describe, expect, it } from 'vitest';
import {
  inOrder,
  nextPlace,
  toChapters,
  toMidrolls,
  toSoundbites,
  toValues,
  withMark,
  withRow,
} from '../../src/pages/edit-chapters/mark-rows.ts';
import { moveMark, toMarks } from '../../src/pages/edit-chapters/marks.ts';
import { readRowErrors, wrongKind, wrongTimes } from '../../src/pages/edit-chapters/row-errors.ts';

const chapter = (starts_at: number, title: string) => ({
  starts_at,
  title,
  ends_at: null,
  url: null,
  image_url: null,
  toc: true,
});
const values = toValues({
  chapters: [chapter(0, 'a'), chapter(60, 'b')],
  episode: { soundbites: [{ starts_at: 62.123, duration: 30, title: 's' }], midrolls: [30, 90] },
});

describe('the rows', () => {
  it('take a new mark in its place', () => {
    const { rows, key } = withMark('chapters', values.chapters, { at: 30, duration: 100 });
    expect(rows.map(({ time }) => time)).toEqual(['0:00', '0:30', '1:00']);
    expect(rows[1]?.key).toBe(key);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(3);
  });

  it('have different keys after a removed one is taken back', () => {
    const [first, second] = values.chapters;
    if (!first || !second) throw new Error('two rows');
    expect(withRow([first], second)).toEqual([first, second]);
    const { rows, key } = withMark('chapters', [first], { at: 30, duration: 100 });
    expect(key).toBe(second.key);
    const back = withRow(rows, second);
    expect(back.map(({ time }) => time)).toEqual(['0:00', '0:30', '1:00']);
    expect(new Set(back.map(({ key }) => key)).size).toBe(3);
  });

  it.each([
    [10, '0:30'],
    [90, '0:10'],
    [99.5, '0:01'],
  ])('give a new soundbite at %d a length that fits', (at, length) => {
    expect(withMark('soundbites', [], { at, duration: 100 }).rows[0]?.length).toBe(length);
  });

  it('are put in order by time, unreadable ones last', () => {
    const [first, second] = values.chapters;
    if (!first || !second) throw new Error('two rows');
    const moved = inOrder([{ ...first, time: '?' }, second]);
    expect(moved.map(({ title }) => title)).toEqual(['b', 'a']);
    expect(toChapters(moved)).toMatchObject([{ starts_at: 60 }, { starts_at: undefined }]);
  });

  it('go back to the API as they came', () => {
    expect(toSoundbites(values.soundbites)).toEqual([
      { starts_at: 62.123, duration: 30, title: 's' },
    ]);
    expect(toMidrolls(values.midrolls)).toEqual([30, 90]);
    expect(values).toMatchObject({ preroll: true, postroll: false });
  });

  it.each([
    ['midrolls', [], 100, 50],
    ['chapters', [], 100, 0],
    ['chapters', values.chapters, 100, 80],
    ['chapters', values.chapters, 61, 30],
    ['chapters', values.chapters, 60, 30],
    ['chapters', values.chapters, 1000, 120],
    ['chapters', values.chapters, 0, 120],
  ] as const)('of %s know where the next one goes', (kind, rows, duration, at) => {
    expect(nextPlace(kind, rows, { now: 0, duration })).toBe(at);
  });

  it('take the current second, if that is free', () => {
    expect(nextPlace('chapters', values.chapters, { now: 7.5, duration: 1000 })).toBe(7.5);
    expect(nextPlace('chapters', values.chapters, { now: 60, duration: 1000 })).toBe(120);
  });

  it('never add a chapter at the time of another', () => {
    let rows = values.chapters;
    for (let added = 0; added < 200; added++) {
      const at = nextPlace('chapters', rows, { now: 0, duration: 62.5 });
      expect(at).toBeLessThan(62.5);
      ({ rows } = withMark('chapters', rows, { at, duration: 62.5 }));
    }
    expect(new Set(rows.map(({ time }) => time)).size).toBe(202);
  });
});

describe('moveMark', () => {
  const [bite] = toMarks(values.soundbites, 100);
  if (!bite) throw new Error('one mark');

  it.each([
    ['start', 70, { time: '1:10', length: '0:22.123' }],
    ['start', 95, { time: '1:31.123', length: '0:01' }],
    ['end', 500, { time: '1:02.123', length: '0:37.877' }],
    ['end', 0, { time: '1:02.123', length: '0:01' }],
    ['whole', 500, { time: '1:10' }],
    ['whole', -5, { time: '0:00' }],
  ] as const)('moves the %s of a soundbite to %d within the audio', (edge, to, row) => {
    expect(moveMark(bite, { edge, to, duration: 100 })).toEqual(row);
  });

  it('leaves out what lies beyond the audio', () => {
    expect(toMarks(values.midrolls, 60).map(({ at }) => at)).toEqual([30]);
  });
});

describe('readRowErrors', () => {
  const [first, second] = values.chapters;
  if (!first || !second) throw new Error('two rows');
  // The author has typed the times in another order.
  const typed = { ...values, chapters: [second, first] };

  it('puts an error at the row that was sent in its place', () => {
    const errors = readRowErrors(
      [
        'chapters/1/starts_at: must be later. x',
        'midrolls/0: must lie within',
        'soundbites: must have at most 50 entries',
        'title: is wrong',
      ],
      typed,
    );
    expect(errors).toEqual({
      'chapters/1': [
        { field: 'starts_at', text: 'must be later' },
        { field: 'starts_at', text: 'x' },
      ],
      'midrolls/0': [{ field: 'starts_at', text: 'must lie within' }],
      soundbites: [{ field: 'starts_at', text: 'must have at most 50 entries' }],
    });
    expect(wrongKind(errors)).toBe('chapters');
    expect(wrongKind({})).toBeUndefined();
  });

  it('knows times and lengths that cannot be read', () => {
    const [bite] = values.soundbites;
    if (!bite) throw new Error('one row');
    const wrong = { ...values, soundbites: [{ ...bite, time: 'soon', length: '0' }] };
    expect(wrongTimes(wrong, { time: 'T', length: 'L' })).toEqual([
      'soundbites/0/starts_at: T',
      'soundbites/0/duration: L',
    ]);
    expect(wrongTimes(values, { time: 'T', length: 'L' })).toEqual([]);
  });
});
