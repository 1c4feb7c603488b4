import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CountedFile,
  countListeners,
  groupByListener,
  type LoggedRequest,
} from '../../../src/features/numbers/count-downloads.ts';
import { WINDOWS, type Window } from '../../../src/features/numbers/method.ts';
import { addSpan, type Span } from '../../../src/features/numbers/received-bytes.ts';
import { type Asked, loggedRequest } from '../../helpers/logged-request.ts';

/** Two minutes: after the header of 1,000 bytes, a minute has 60,000 bytes. */
const FILE: CountedFile = { bytes: 121_000, duration: 120, headerBytes: 1_000 };
const FILES = new Map([[1, FILE]]);
const MONDAY = '2026-03-02';

const request = ({ at = Date.parse(`${MONDAY}T12:00:00Z`), ...asked }: Partial<Asked> = {}) =>
  loggedRequest({ bytesSent: FILE.bytes, at, ...asked });

const count = (requests: LoggedRequest[], window: Window = 'rolling', files = FILES) =>
  countListeners(groupByListener(requests), { files, window }).map(({ episodeId, at }) => ({
    episodeId,
    at,
  }));
const part = (rangeFirst: number, bytesSent: number) =>
  request({ status: 206, rangeFirst, bytesSent });

describe('countListeners', () => {
  it.each([
    ['calendar', [1, 1, 0, 1]],
    ['rolling', [1, 0, 1, 1]],
    ['extending', [1, 0, 0, 1]],
  ] as const)('counts the example of the Guidelines 5.5.1, %s', (window, expected) => {
    const times = ['02T22:00', '03T03:00', '03T22:15', '04T23:15'].map((time) =>
      Date.parse(`2026-03-${time}:00Z`),
    );
    const downloads = count(
      times.map((at) => request({ at })),
      window,
    );
    expect(times.map((at) => downloads.filter((one) => one.at === at).length)).toEqual(expected);
  });

  it.each<[string, Partial<LoggedRequest>]>([
    ['HEAD', { method: 'HEAD' }],
    ['an answer without the file', { status: 304 }],
    ['a redirect to another host', { status: 302 }],
    ['a copy for a watch', { agent: 'atc/1.0 watchOS/9.4 model/Watch6,7' }],
    ['an unnamed copy for a watch', { agent: '(null)/(null) watchOS/9.4' }],
    ['a bot', { agent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' }],
    ['an unknown file', { mediaId: 9 }],
    ['a program at a hosting company', { isHosting: true }],
    ['a file that our player fetched in advance', { placement: 'embed' }],
    ['such a file on another origin', { placement: 'own' }],
    ['a play from the cache of the browser', { placement: 'site', method: 'HEAD' }],
  ])('does not count %s', (_, more) => {
    expect(count([request(more)])).toEqual([]);
  });

  it.each([
    'Overcast/3.0 (+http://overcast.fm/; iOS podcast app)',
    'Pocket Casts',
    'AntennaPod/3.2.0',
    'AppleCoreMedia/1.0.0.20G75 (iPhone; U; CPU OS 16_6 like Mac OS X; en_us)',
    'Mozilla/5.0 (Linux; Android 9; CUBOT X19) AppleWebKit/537.36',
    '',
  ])('counts the program "%s"', (agent) => {
    expect(count([request({ agent })])).toHaveLength(1);
  });

  it('needs a minute of sound besides the header, and counts no byte twice', () => {
    expect(count([part(0, 60_999)])).toHaveLength(0);
    expect(count([part(0, 61_000)])).toHaveLength(1);
    expect(count([part(0, 40_000), part(10_000, 30_000)])).toHaveLength(0);
    expect(count([part(61_000, 60_000)])).toHaveLength(1);
  });

  it('needs the whole file if it is shorter than a minute, or if a length is unknown', () => {
    for (const change of [{ duration: 59 }, { duration: 0 }, { headerBytes: null }]) {
      const files = new Map([[1, { ...FILE, ...change }]]);
      expect(count([part(0, FILE.bytes - 1)], 'rolling', files)).toHaveLength(0);
      expect(count([part(1, FILE.bytes - 1), part(0, 1)], 'rolling', files)).toHaveLength(1);
    }
  });

  it('ignores a client that asks for a thousand separate parts', () => {
    const parts = Array.from({ length: 1_000 }, (_, index) => part(1_000 + index * 10, 5));
    const whole = request({ at: request().at + 1 });
    expect(count([...parts.slice(1), whole])).toHaveLength(1);
    expect(count([...parts, whole])).toHaveLength(0);
  });

  it('leaves out a question for two bytes, also of a tiny file', () => {
    const files = new Map([[1, { bytes: 2, duration: 1, headerBytes: 0 }]]);
    expect(count([part(0, 2)], 'rolling', files)).toEqual([]);
  });

  it('dates a download at the request that opened its window', () => {
    const at = request().at;
    const late = request({ at: at + 3_600_000 });
    expect(count([late, { ...part(0, 100), at }])).toEqual([{ episodeId: 1, at }]);
  });

  it('counts a file that our player fetched in advance as soon as its sound begins', () => {
    const fetched = request({ placement: 'site' });
    const played = request({
      placement: 'site',
      method: 'HEAD',
      bytesSent: 0,
      at: fetched.at + 60_000,
    });
    expect(count([fetched, played, { ...played, at: played.at + 1 }])).toEqual([
      { episodeId: 1, at: fetched.at },
    ]);
    expect(count([{ ...fetched, at: played.at + 1 }, played])).toHaveLength(1);
  });

  it('tells people, programs and episodes apart', () => {
    const all = [
      request(),
      request({ person: 'bob' }),
      request({ agent: 'Other/1' }),
      request({ episodeId: 2 }),
    ];
    expect(count(all)).toHaveLength(4);
  });

  it('is not extended by requests that were no download', () => {
    const hours = [0, 20, 40];
    const at = request().at;
    const preloads = hours.map((hour) => ({ ...part(0, 100), at: at + hour * 3_600_000 }));
    const download = request({ at: at + 41 * 3_600_000 });
    expect(count([...preloads, download], 'extending')).toHaveLength(1);
  });
});

const anyRequest = (whole: boolean) =>
  fc
    .record({
      minutes: fc.integer({ min: 0, max: 6 * 1_440 }),
      person: fc.constantFrom('ann', 'bob', 'eve'),
      agent: fc.constantFrom('Pod/1', 'Other/1'),
      episodeId: fc.integer({ min: 1, max: 2 }),
      rangeFirst: fc.integer({ min: 0, max: FILE.bytes - 1 }),
      bytesSent: fc.integer({ min: 3, max: FILE.bytes }),
    })
    .map(({ minutes, rangeFirst, bytesSent, ...more }) => {
      const at = Date.parse(`${MONDAY}T00:00:00Z`) + minutes * 60_000;
      if (whole) return request({ ...more, at });
      const sent = Math.min(bytesSent, FILE.bytes - rangeFirst);
      return request({ ...more, at, status: 206, rangeFirst, bytesSent: sent });
    });
const anyLog = (whole = false) => fc.array(anyRequest(whole), { maxLength: 40 });
const anyWindow = fc.constantFrom(...WINDOWS);

describe('addSpan', () => {
  it('counts each byte once, in any order of parts', () => {
    const anySpan = fc.record({ first: fc.nat(60), length: fc.nat(20) });
    fc.assert(
      fc.property(fc.array(anySpan), (parts) => {
        const spans: Span[] = [];
        const bytes = new Set<number>();
        let sum = 0;
        for (const { first, length } of parts) {
          for (let byte = first; byte < first + length; byte += 1) bytes.add(byte);
          sum += addSpan(spans, { first, end: first + length });
          expect(sum).toBe(bytes.size);
        }
        const isApart = (span: Span, index: number) => span.first > (spans[index - 1]?.end ?? -1);
        expect(spans.every(isApart)).toBe(true);
      }),
    );
  });
});

describe('countListeners, for all logs', () => {
  const check = <Values extends [unknown, ...unknown[]]>(property: fc.IProperty<Values>) =>
    fc.assert(property, { numRuns: 200 });

  it('does not depend on the order of rows', () => {
    check(
      fc.property(anyLog(), anyWindow, fc.infiniteStream(fc.nat()), (log, window, numbers) => {
        const shuffled = log
          .map((row) => ({ row, place: numbers.next().value }))
          .sort((a, b) => a.place - b.place)
          .map(({ row }) => row);
        expect(count(shuffled, window)).toEqual(count(log, window));
      }),
    );
  });

  it('gives the same for an answer in two pieces', () => {
    check(
      fc.property(anyLog(), anyWindow, fc.integer({ min: 3, max: 1_000 }), (log, window, size) => {
        const pieces = log.flatMap((row) =>
          row.bytesSent <= size * 2
            ? [row]
            : [
                { ...row, bytesSent: size },
                { ...row, rangeFirst: row.rangeFirst + size, bytesSent: row.bytesSent - size },
              ],
        );
        expect(count(pieces, window)).toEqual(count(log, window));
      }),
    );
  });

  it('counts nothing twice if every row is there twice', () => {
    check(
      fc.property(anyLog(), anyWindow, (log, window) => {
        expect(count([...log, ...log], window)).toEqual(count(log, window));
      }),
    );
  });

  it('counts each episode as if it were the only one', () => {
    check(
      fc.property(anyLog(), anyWindow, (log, window) => {
        const alone = [1, 2].flatMap((id) =>
          count(
            log.filter(({ episodeId }) => episodeId === id),
            window,
          ),
        );
        expect(alone).toHaveLength(count(log, window).length);
        expect(count(log, window)).toEqual(expect.arrayContaining(alone));
      }),
    );
  });

  it('counts whole files by days at least as often as by rolling windows, and those as by extending ones', () => {
    check(
      fc.property(anyLog(true), (log) => {
        const [calendar, rolling, extending] = WINDOWS.map((window) => count(log, window).length);
        expect(calendar).toBeGreaterThanOrEqual(rolling ?? 0);
        expect(rolling).toBeGreaterThanOrEqual(extending ?? 0);
      }),
    );
  });
});
