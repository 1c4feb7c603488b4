import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { type Keep, listExpired, parseKeep } from '../../../src/platform/backup/retention.ts';

const DAY_MS = 86_400_000;

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const at = (time: string) => ({ madeAt: new Date(time) });
const daysOf = (backups: { madeAt: Date }[]) =>
  backups.map(({ madeAt }) => madeAt.toISOString().slice(0, 10));

/** One backup a day, at the same time. */
const everyDay = (first: string, days: number) =>
  Array.from({ length: days }, (_, day) => ({
    madeAt: new Date(Date.parse(first) + day * DAY_MS),
  }));

function keptOf(backups: { madeAt: Date }[], keep: Keep) {
  const expired = new Set(listExpired(backups, keep));
  return backups.filter((backup) => !expired.has(backup));
}

describe('parseKeep', () => {
  it.each([
    ['7d4w6m', { daily: 7, weekly: 4, monthly: 6 }],
    ['7d, 4w, 6m', { daily: 7, weekly: 4, monthly: 6 }],
    ['30d', { daily: 30, weekly: 0, monthly: 0 }],
    ['0d2w', { daily: 0, weekly: 2, monthly: 0 }],
  ])('reads %s', (text, keep) => expect(parseKeep(text)).toEqual(keep));

  it.each(['', '7', '0d', '7 days', '-1d', '4w7d', '1.5d', '7y', '99999d'])(
    'refuses "%s"',
    (text) => expect(parseKeep(text)).toBeNull(),
  );
});

describe('listExpired', () => {
  it('keeps the newest backup of seven days, four weeks and three months', () => {
    const kept = keptOf(everyDay('2027-01-01T03:30:00Z', 100), { daily: 7, weekly: 4, monthly: 3 });
    expect(daysOf(kept)).toEqual([
      '2027-02-28', // the end of its month
      '2027-03-21', // the end of its week
      '2027-03-28',
      '2027-03-31',
      '2027-04-04', // Sunday, and one of the last seven days
      '2027-04-05',
      '2027-04-06',
      '2027-04-07',
      '2027-04-08',
      '2027-04-09',
      '2027-04-10',
    ]);
  });

  it('keeps the newest one of a day with several', () => {
    const backups = [at('2027-01-01T03:30:00Z'), at('2027-01-01T15:30:00Z')];
    expect(listExpired(backups, { daily: 7, weekly: 4, monthly: 6 })).toEqual([backups[0]]);
  });

  it('does not count days without a backup', () => {
    const backups = [
      at('2026-01-01T03:30:00Z'),
      at('2026-06-01T03:30:00Z'),
      at('2027-01-01T03:30:00Z'),
    ];
    expect(listExpired(backups, { daily: 3, weekly: 0, monthly: 0 })).toEqual([]);
  });

  const keeps = fc
    .tuple(fc.nat(10), fc.nat(6), fc.nat(14))
    .map(([daily, weekly, monthly]) => ({ daily, weekly, monthly }));
  const times = fc.date({
    min: new Date('2026-01-01'),
    max: new Date('2028-01-01'),
    noInvalidDate: true,
  });
  const backups = fc.array(
    times.map((madeAt) => ({ madeAt })),
    { minLength: 1, maxLength: 60 },
  );

  it('always keeps the newest, and never more than the rule names', () => {
    fc.assert(
      fc.property(backups, keeps, (made, keep) => {
        const kept = keptOf(made, keep);
        const newest = Math.max(...made.map(({ madeAt }) => madeAt.getTime()));
        expect(kept.some(({ madeAt }) => madeAt.getTime() === newest)).toBe(true);
        expect(kept.length).toBeLessThanOrEqual(
          Math.max(1, keep.daily + keep.weekly + keep.monthly),
        );
        expect(new Set(kept).size).toBeGreaterThanOrEqual(Math.min(keep.daily, daysWith(made)));
      }),
    );
  });

  const daysWith = (made: { madeAt: Date }[]) => new Set(daysOf(made)).size;

  it('keeps the same if it is applied again, or after each backup', () => {
    fc.assert(
      fc.property(backups, keeps, (made, keep) => {
        const kept = keptOf(made, keep);
        expect(listExpired(kept, keep)).toEqual([]);
      }),
    );
    const keep = { daily: 7, weekly: 4, monthly: 6 };
    let kept: { madeAt: Date }[] = [];
    for (const backup of everyDay('2026-01-01T03:30:00Z', 400))
      kept = keptOf([...kept, backup], keep);
    expect(daysOf(kept)).toEqual(daysOf(keptOf(everyDay('2026-01-01T03:30:00Z', 400), keep)));
  });

  it.each(['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Auckland'])(
    'counts days alike while the clocks of %s change',
    (name) => {
      process.env.TZ = name;
      for (const first of [
        '2027-03-10T00:30:00Z',
        '2027-10-25T23:30:00Z',
        '2027-04-01T12:30:00Z',
      ]) {
        const made = everyDay(first, 30);
        const kept = keptOf(made, { daily: 20, weekly: 0, monthly: 0 });
        expect(kept).toEqual(made.slice(-20));
      }
    },
  );
});
