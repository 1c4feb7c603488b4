import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CountedFile, LoggedRequest } from '../../../src/features/numbers/count-downloads.ts';
import type { Figures } from '../../../src/features/numbers/count-parts.ts';
import { countShow } from '../../../src/features/numbers/count-show.ts';
import { addDays, startOf } from '../../../src/features/numbers/days.ts';
import { MAX_EPISODES, WINDOWS } from '../../../src/features/numbers/method.ts';
import { loggedRequest } from '../../helpers/logged-request.ts';

const FILE: CountedFile = { bytes: 1_000, duration: 20, headerBytes: 0 };
const DAY = '2026-03-02';
const WEEK = { from: new Date(startOf(DAY)), to: new Date(startOf(addDays(DAY, 7))) };
const HOUR_MS = 3_600_000;

interface Asked {
  episodeId: number;
  /** Hours after the beginning of the week. */
  hour: number;
  person?: string;
  agent?: string;
}

const request = ({ hour, ...asked }: Asked): LoggedRequest =>
  loggedRequest({ ...asked, at: WEEK.from.getTime() + Math.round(hour * HOUR_MS) });

const EPISODES = Array.from({ length: 2 * MAX_EPISODES }, (_, index) => index + 1);

/** Counts the rows of a show. Episodes without rows take part as well. */
async function count(log: readonly LoggedRequest[], own = WEEK) {
  let reads = 0;
  const episodes = EPISODES.map((episodeId) => ({ showId: 1, episodeId, isKept: true }));
  const read = async ({ episodeId }: { episodeId: number }) => {
    reads += 1;
    return log.filter((row) => row.episodeId === episodeId);
  };
  const figures = await countShow(episodes, { read, files: new Map([[1, FILE]]) }, own);
  return { ...figures, reads };
}

const totals = ({ showDays }: Pick<Figures, 'showDays'>) =>
  WINDOWS.map((window) =>
    showDays
      .filter(({ counted_by }) => counted_by === window)
      .reduce((sum, { downloads }) => sum + downloads, 0),
  );

/** One request for each of the first episodes, spread over a day. */
const collect = (episodes: number, more: Partial<Asked> = {}) =>
  EPISODES.slice(0, episodes).map((episodeId) =>
    request({ hour: (episodeId / episodes) * 23, ...more, episodeId }),
  );

describe('countShow', () => {
  it('leaves a listener out who downloads more than a hundred episodes on a day', async () => {
    expect(totals(await count(collect(MAX_EPISODES)))).toEqual([100, 100, 100]);
    const collected = await count(collect(MAX_EPISODES + 1));
    expect([collected.hours, collected.episodeDays, collected.showDays]).toEqual([[], [], []]);
  });

  it('reads the log twice only if somebody collects', async () => {
    expect((await count(collect(MAX_EPISODES))).reads).toBe(EPISODES.length);
    expect((await count(collect(MAX_EPISODES + 1))).reads).toBe(2 * EPISODES.length);
  });

  it('keeps an office: many people with one program ask for few episodes', async () => {
    const office = Array.from({ length: 500 }, (_, index) =>
      request({ episodeId: 1 + (index % 50), hour: 8 + index / 100 }),
    );
    expect(totals(await count(office))).toEqual([50, 50, 50]);
  });

  it('tells programs behind one address apart, and days', async () => {
    const household = [
      ...collect(60),
      ...collect(60, { agent: 'Other/1' }),
      ...collect(120).map((row, index) =>
        request({ ...row, hour: (index < 60 ? 30 : 50) + index / 60 }),
      ),
    ];
    const [calendar = 0] = totals(await count(household));
    expect(calendar).toBe(240);
  });

  it('does not take requests for the first bytes of all episodes for downloads', async () => {
    const page = collect(150).map((row) => ({ ...row, status: 206, bytesSent: 500 }));
    expect(totals(await count([...page, request({ episodeId: 1, hour: 23.5 })]))).toEqual([
      1, 1, 1,
    ]);
  });
});

const anyAsked = fc.record({
  episodeId: fc.integer({ min: 1, max: 8 }),
  hour: fc.double({ min: 0, max: 7 * 24 - 1, noNaN: true }),
  person: fc.constantFrom('bob', 'eve'),
  agent: fc.constantFrom('Pod/1', 'Other/1'),
});
const anyLog = fc.array(anyAsked, { maxLength: 30 }).map((asked) => asked.map(request));
const anyCollector = fc
  .record({
    episodes: fc.integer({ min: MAX_EPISODES - 3, max: MAX_EPISODES + 3 }),
    day: fc.nat(6),
  })
  .map(({ episodes, day }) => ({
    isOver: episodes > MAX_EPISODES,
    rows: EPISODES.slice(0, episodes).map((episodeId) =>
      request({ episodeId, hour: day * 24 + (episodeId / episodes) * 23 }),
    ),
  }));

describe('countShow, for all logs', () => {
  const check = <Values extends [unknown, ...unknown[]]>(
    property: fc.IAsyncProperty<Values>,
  ): Promise<void> => fc.assert(property, { numRuns: 30 });

  it('changes no figure of others, whatever is collected', () =>
    check(
      fc.asyncProperty(anyLog, anyCollector, async (others, { rows, isOver }) => {
        const [alone, both] = [await count(others), await count([...others, ...rows])];
        const more = isOver ? 0 : rows.length;
        expect(totals(both)).toEqual(totals(alone).map((total) => total + more));
        if (isOver) expect(both).toEqual({ ...alone, reads: both.reads });
      }),
    ));

  it('gives each hour one result, in whatever days or hours it is counted', () =>
    check(
      fc.asyncProperty(
        anyLog,
        anyCollector,
        fc.constantFrom(5, 24, 71),
        async (others, { rows }, length) => {
          const log = [...others, ...rows];
          const parts: string[] = [];
          for (let hour = 0; hour < 7 * 24; hour += length) {
            const from = WEEK.from.getTime() + hour * HOUR_MS;
            const to = Math.min(from + length * HOUR_MS, WEEK.to.getTime());
            parts.push(...hoursOf(await count(log, { from: new Date(from), to: new Date(to) })));
          }
          expect(parts.sort()).toEqual(hoursOf(await count(log)).sort());
        },
      ),
    ));
});

const hoursOf = ({ hours }: Pick<Figures, 'hours'>): string[] =>
  hours.map(({ id, counted_by, hour, downloads }) =>
    [hour.toISOString(), id, counted_by, downloads].join(' '),
  );
