import { describe, expect, it } from 'vitest';
import {
  inOrder,
  insertAfter,
  joinNext,
  problemOf,
  split,
  toDocument,
  toRows,
} from '../../src/pages/edit-transcript/cue-rows.ts';
import {
  findAll,
  replaceAll,
  replaceOne,
} from '../../src/pages/edit-transcript/find-and-replace.ts';

const rows = toRows([
  { starts_at: 0, ends_at: 4, speaker: 'Ada', text: 'Every room has a note' },
  { starts_at: 6, ends_at: 9.25, speaker: null, text: 'that it likes. (Really.)' },
]);
const texts = (list: readonly { text: string }[] = []) => list.map(({ text }) => text);

describe('the rows of a transcript', () => {
  it('go back to the API as they came', () => {
    expect(toDocument(rows).segments).toEqual([
      { speaker: 'Ada', startTime: 0, endTime: 4, body: 'Every room has a note' },
      { startTime: 6, endTime: 9.25, body: 'that it likes. (Really.)' },
    ]);
  });

  it.each([
    [{ start: 'soon' }, 'start_wrong'],
    [{ end: '' }, 'end_wrong'],
    [{ start: '0:05' }, 'end_early'],
    [{ text: ' \n' }, 'text_missing'],
    [{}, null],
  ])('with %j have the problem %s', (change, problem) => {
    const [row] = rows;
    if (!row) throw new Error('two rows');
    expect(problemOf({ ...row, ...change })).toBe(problem);
  });

  it('are split at the caret, and their time in the same proportion', () => {
    const made = split(rows, 0, 10);
    expect(texts(made?.rows)).toEqual(['Every room', 'has a note', 'that it likes. (Really.)']);
    expect(made?.rows[0]?.end).toBe(made?.rows[1]?.start);
    expect(made?.rows[1]).toMatchObject({ key: made?.key, end: '0:04', speaker: 'Ada' });
  });

  it('are split between the middle words without a caret, and not within a word', () => {
    expect(texts(split(rows, 0, 0)?.rows).slice(0, 2)).toEqual(['Every room', 'has a note']);
    expect(split([{ ...rows[0], text: 'Word' } as (typeof rows)[0]], 0, 0)).toBeNull();
  });

  it('are joined with the next one, except the last', () => {
    expect(joinNext(rows, 0)?.rows).toMatchObject([
      { start: '0:00', end: '0:09.25', text: 'Every room has a note that it likes. (Really.)' },
    ]);
    expect(joinNext(rows, 1)).toBeNull();
  });

  it.each([
    [-1, '0:00', '0:03'],
    [0, '0:04', '0:06'],
    [1, '0:09.25', '0:12.25'],
  ])('take a new one after %d that fills the gap', (index, start, end) => {
    expect(insertAfter(rows, index).rows[index + 1]).toMatchObject({ start, end, text: '' });
  });

  it('are put in order by their start, unreadable ones last', () => {
    const [first, second] = rows;
    if (!first || !second) throw new Error('two rows');
    expect(texts(inOrder([{ ...first, start: '?' }, second]))).toEqual([second.text, first.text]);
  });
});

describe('find and replace', () => {
  it('finds words as text, in the order of the cues', () => {
    expect(findAll(rows, { words: '(r', matchCase: false })).toEqual([
      { key: 1, from: 15, to: 17 },
    ]);
    expect(findAll(rows, { words: 'THAT', matchCase: true })).toEqual([]);
    expect(findAll(rows, { words: '', matchCase: false })).toEqual([]);
  });

  it('replaces one place or all, without reading signs in the new words', () => {
    const search = { words: 'e', matchCase: false };
    const [first] = findAll(rows, search);
    if (!first) throw new Error('a match');
    expect(replaceOne(rows, first, '$&')[0]?.text).toBe('$&very room has a note');
    expect(replaceAll(rows, search, '$&')[0]?.text).toBe('$&v$&ry room has a not$&');
    expect(replaceAll(rows, { words: 'that', matchCase: false }, 'x')[0]).toBe(rows[0]);
  });
});
