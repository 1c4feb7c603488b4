import { describe, expect, it } from 'vitest';
import {
  readHistory,
  type UnreadableLine,
} from '../../../../src/features/numbers/history/read-history.ts';

const read = (text: string) =>
  readHistory(text, '2026-03-04').figures.map(
    ({ day, span, episode, downloads }) => `${span} ${day} ${episode}: ${downloads}`,
  );

describe('the figures of another host', () => {
  it.each<[string, string, string[]]>([
    [
      'days of a show',
      'date,downloads\n2024-01-31,12\n2024-02-01,0\n',
      ['day 2024-01-31 : 12', 'day 2024-02-01 : 0'],
    ],
    [
      'other names and the other order, with columns that are not needed',
      'Downloads_Count;Plays-Count;Episode Title;DATE\r\n5;9;"One; ""and"" two";2024-01-31 00:00:00 UTC\r\n',
      ['day 2024-01-31 One; "and" two: 5'],
    ],
    [
      'months, with a mark of the encoding, tabs, and a last line of sums',
      '\ufeffMonth\tTotal downloads\nJan 2024\t1,234\nFebruary 2024\t1.234.567\n\nTotal\t99\n',
      ['month 2024-01-01 : 1234', 'month 2024-02-01 : 1234567'],
    ],
    [
      'a column for each day',
      'Title,Published,2024-01-31,"Feb 1, 2024"\nOne,yes,3,\nTwo,yes,-,4\n',
      [
        'day 2024-01-31 One: 3',
        'day 2024-02-01 One: 0',
        'day 2024-01-31 Two: 0',
        'day 2024-02-01 Two: 4',
      ],
    ],
    ['a day in several lines', 'day,downloads\n2024-01-31,1\n2024-01-31,2', ['day 2024-01-31 : 3']],
    ['lines in quotes', 'day,title,downloads\n2024-01-31,"a\nb",1', ['day 2024-01-31 a\nb: 1']],
    ['no lines', 'day,downloads', []],
  ])('are read: %s', (_name, text, figures) => expect(read(text)).toEqual(figures));

  it.each([
    ['', 'must name a column "day"'],
    ['\u0000\u0001', 'must name a column "day"'],
    ['day,listeners\n2024-01-31,1', 'must name a column "downloads". It names: day, listeners.'],
    ['day,downloads,title\n\n2024-01-31,"1', 'A quote is not closed.'],
  ])('are refused: %j', (text, words) => expect(() => read(text)).toThrow(words));

  it.each<[string, UnreadableLine[]]>([
    ['day,downloads\n01/02/2024,1', [{ line: 2, value: '01/02/2024', reason: 'no_day' }]],
    ['day,downloads\n\n2024-02-30,1', [{ line: 3, value: '2024-02-30', reason: 'no_day' }]],
    ['day,downloads\n0000-01-31,1', [{ line: 2, value: '0000-01-31', reason: 'no_day' }]],
    ['day,downloads\n2024-01-31,-1', [{ line: 2, value: '-1', reason: 'no_count' }]],
    ['day,downloads\n2024-01-31,1.5', [{ line: 2, value: '1.5', reason: 'no_count' }]],
    [
      'day,downloads\n2024-01-31,99999999999',
      [{ line: 2, value: '99999999999', reason: 'too_large' }],
    ],
    ['day,downloads\n2026-03-05,1', [{ line: 2, value: '2026-03-05', reason: 'future' }]],
    ['title,2024-01-31,2024-02-01\nOne,3,x', [{ line: 2, value: 'x', reason: 'no_count' }]],
  ])('have no figure of an unreadable line: %j', (text, unreadable) =>
    expect(readHistory(text, '2026-03-04')).toEqual({ figures: [], unreadable }),
  );

  it('are read around an unreadable line', () =>
    expect(read('day,downloads\n2024-01-30,1\nyesterday,2\n2024-01-31,4')).toEqual([
      'day 2024-01-30 : 1',
      'day 2024-01-31 : 4',
    ]));

  it('are read in time, also from a large and hostile file', () => {
    const line = `2024-01-31,1,"${'""'.repeat(50)}"\n`;
    expect(read(`day,downloads,title\n${line.repeat(20_000)}`)).toHaveLength(1);
    expect(() => read('"'.repeat(1_000_001))).toThrow();
  });
});
