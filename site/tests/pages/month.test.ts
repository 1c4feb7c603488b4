import { describe, expect, it } from 'vitest';
import {
  dayOf,
  moveDays,
  nextMonth,
  rangeOf,
  readMonth,
  weeksOf,
} from '../../src/pages/calendar/month.ts';

describe('a month', () => {
  it('is read from an address, or not', () => {
    expect(['2026-11', '2026-13', '26-1', '', null].map(readMonth)).toEqual([
      '2026-11',
      null,
      null,
      null,
      null,
    ]);
  });

  it('has whole weeks from Monday on', () => {
    const weeks = weeksOf('2026-11');
    expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
    expect(weeks.at(-1)?.[0]).toBe('2026-11-30');
    expect(weeksOf('2024-02').flat().filter(Boolean)).toHaveLength(29);
  });

  it('has neighbours, also across the year', () => {
    expect([nextMonth('2026-12', 1), nextMonth('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
  });

  it('is read with a day more on each side', () => {
    expect(rangeOf('2026-03')).toEqual({
      from: '2026-02-28T00:00:00.000Z',
      to: '2026-04-02T00:00:00.000Z',
    });
  });

  it('knows the day of a moment, and the same time on another day', () => {
    expect(dayOf('2026-11-30T23:30:00Z', false)).toBe('2026-11-30');
    expect(moveDays('2026-11-30T23:30:00.000Z', -7, false)).toBe('2026-11-23T23:30:00.000Z');
  });

  it.each([
    ['2026-10-24T04:00:00.000Z', 1, '2026-10-25T05:00:00.000Z'],
    ['2026-10-26T05:00:00.000Z', -7, '2026-10-19T04:00:00.000Z'],
    ['2026-03-27T05:00:00.000Z', 7, '2026-04-03T04:00:00.000Z'],
    ['2026-03-28T01:30:00.000Z', 1, '2026-03-29T01:30:00.000Z'], // a time that the clock skips comes an hour later
  ])('keeps the hour of the reader if the clock changes: %s', (moment, days, moved) => {
    const { TZ } = process.env;
    process.env.TZ = 'Europe/Berlin';
    try {
      expect(moveDays(moment, days, true)).toBe(moved);
    } finally {
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    }
  });
});
