import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countListeners,
  groupByListener,
  type LoggedRequest,
} from '../../../src/features/numbers/count-downloads.ts';
import { addDays, dayOf, startOf } from '../../../src/features/numbers/days.ts';
import { listLinked } from '../../../src/features/numbers/list-linked.ts';
import type { Period } from '../../../src/features/numbers/log-store.ts';
import { WINDOWS } from '../../../src/features/numbers/method.ts';
import { loggedRequest } from '../../helpers/logged-request.ts';

const SINCE = '2026-03-02';
const EPISODE = { episodeId: 1, showId: 1 };
const FILES = new Map([[1, { bytes: 1_000, duration: 20, headerBytes: 0 }]]);

interface Asked {
  /** After the first day of the log. */
  hour: number;
  person?: string;
  bytesSent?: number;
}

const request = ({ hour, ...asked }: Asked): LoggedRequest =>
  loggedRequest({ ...asked, status: 206, at: startOf(SINCE) + Math.round(hour * 3_600_000) });

const isIn = ({ from, to }: Period, { at }: { at: number }) =>
  at >= from.getTime() && at < to.getTime();

/** A log, and the rows that it gave away. */
function storeOf(rows: readonly LoggedRequest[]) {
  const given: LoggedRequest[] = [];
  let questions = 0;
  return {
    given,
    get questions() {
      return questions;
    },
    async listRequests(_episode: object, period: Period, people?: ReadonlySet<string>) {
      questions += 1;
      const isWanted = ({ who }: LoggedRequest) => !people || people.has(who);
      const found = rows.filter((row) => isIn(period, row) && isWanted(row));
      given.push(...found);
      return found;
    },
  };
}

const daysFrom = (first: number, count: number): Period => ({
  from: new Date(startOf(addDays(SINCE, first))),
  to: new Date(startOf(addDays(SINCE, first + count))),
});
const list = (store: ReturnType<typeof storeOf>, days: Period) =>
  listLinked(store, EPISODE, { days, since: new Date(startOf(SINCE)) });

/** People who ask once, on a day. With them, the days are read one by one. */
const crowd = (day: number) =>
  Array.from({ length: 100 }, (_, index) =>
    request({ hour: day * 24, person: `crowd ${index}`, bytesSent: 1 }),
  );

describe('listLinked', () => {
  it('reads all earlier days at once if there are few rows', async () => {
    const rows = [0, 2, 4].map((day) => request({ hour: day * 24 }));
    const store = storeOf(rows);
    await list(store, daysFrom(4, 1));
    expect(store.given).toHaveLength(3);
    expect(store.questions).toBe(2);
  });

  it('reads earlier days only as far as they lead to somebody who asks in the time', async () => {
    const rows = [
      ...[1, 2, 3, 4, 5].map((day) => request({ hour: day * 24 })),
      request({ hour: 24, person: 'bob' }),
      request({ hour: 3 * 24, person: 'bob' }), // a day is missing before and after
      request({ hour: 5 * 24, person: 'bob' }),
      ...crowd(5),
    ];
    const store = storeOf(rows);
    await list(store, daysFrom(5, 1));
    const names = store.given.map(({ who }) => who);
    expect(names.filter((who) => !who.startsWith('crowd')).sort()).toEqual([
      'ann on 2026-03-03',
      'ann on 2026-03-04',
      'ann on 2026-03-05',
      'ann on 2026-03-06',
      'ann on 2026-03-07',
      'bob on 2026-03-07',
    ]);
  });

  it('reads nothing before the beginning, and one day after the time', async () => {
    const rows = [-1, 0, 1, 2, 3].map((day) => request({ hour: day * 24 }));
    for (const more of [[], crowd(1)]) {
      const found = await list(storeOf([...rows, ...more]), daysFrom(1, 1));
      const days = found.filter(({ bytesSent }) => bytesSent > 1).map(({ at }) => dayOf(at));
      expect(days.sort()).toEqual(['2026-03-02', '2026-03-03', '2026-03-04']);
    }
  });

  const anyRequest = fc
    .record({
      hour: fc.double({ min: 0, max: 9 * 24, noNaN: true }),
      person: fc.constantFrom('ann', 'bob', 'eve'),
      bytesSent: fc.constantFrom(400, 999, 1_000),
    })
    .map(request);

  it.each([
    ['few rows', false],
    ['many rows', true],
  ])('leads to the same downloads as all rows: %s', async (_, isCrowded) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRequest, { maxLength: 60 }),
        fc.integer({ min: 0, max: 7 }),
        fc.integer({ min: 1, max: 3 }),
        async (asked, first, count) => {
          const log = isCrowded ? [...asked, ...crowd(first)] : asked;
          const days = daysFrom(first, count);
          const linked = await list(storeOf(log), days);
          for (const window of WINDOWS) {
            const downloadsOf = (rows: readonly LoggedRequest[]) =>
              countListeners(groupByListener(rows), { files: FILES, window }).filter((one) =>
                isIn(days, one),
              );
            expect(downloadsOf(linked)).toEqual(downloadsOf(log));
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});
