import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTime, timeOfAddress } from '../../src/embed/time-range.ts';
import { withTime } from '../../src/embed/with-time.ts';

const at = (search: string, hash = '') => timeOfAddress({ search, hash });

describe('readTime', () => {
  it.each([
    ['0', 0],
    ['100', 100],
    ['100.5', 100.5],
    ['0.001', 0.001],
    ['40s', 40],
    ['90s', 90],
    ['1m40s', 100],
    ['2m', 120],
    ['1h', 3600],
    ['1h2m3s', 3723],
    ['1h3s', 3603],
    ['12:40', 760],
    ['2:03', 123],
    ['0:02.5', 2.5],
    ['90:00', 5400],
    ['120:30', 7230],
    ['1:02:03', 3723],
    ['01:02:03', 3723],
    ['1:02:03.25', 3723.25],
  ])('%s is %d', (text, seconds) => {
    expect(readTime(text)).toBe(seconds);
  });

  it.each([
    '',
    ' 1',
    '-1',
    '+1',
    '1e3',
    '0x10',
    'Infinity',
    'NaN',
    '1.',
    '.5',
    '1,5',
    '1s2m',
    '1m1m',
    'm',
    'h',
    '1:2',
    '1:60',
    '1:60:00',
    ':30',
    '1:02:03:04',
    '1 m',
    '1M',
    '٣',
    '9999999',
    '1\n',
    '<script>',
  ])('%j is none', (text) => {
    expect(readTime(text)).toBeUndefined();
  });

  it('is a moment or none, whatever it reads', () => {
    const text = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[\d:.hms,]{0,12}$/),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(text, (given) => {
        const seconds = readTime(given) ?? 0;
        expect(Number.isFinite(seconds) && seconds >= 0).toBe(true);
      }),
    );
  });

  it('reads what a clock shows', () => {
    fc.assert(
      fc.property(fc.nat(99), fc.nat(59), fc.nat(59), (hours, minutes, seconds) => {
        const pad = (part: number) => String(part).padStart(2, '0');
        const total = hours * 3600 + minutes * 60 + seconds;
        expect(readTime(`${hours}:${pad(minutes)}:${pad(seconds)}`)).toBe(total);
        expect(readTime(`${hours}h${minutes}m${seconds}s`)).toBe(total);
      }),
    );
  });
});

describe('timeOfAddress', () => {
  it.each([
    ['?t=760', '', { start: 760, end: null }],
    ['?a=1&t=1m40s', '', { start: 100, end: null }],
    ['?t=12%3A40', '', { start: 760, end: null }],
    ['?t=10,20', '', { start: 10, end: 20 }],
    ['?t=5&t=7', '', { start: 7, end: null }],
    ['?t=5&t=x', '', { start: 5, end: null }],
    ['', '#t=10', { start: 10, end: null }],
    ['', '#t=10,20', { start: 10, end: 20 }],
    ['', '#t=,20', { start: 0, end: 20 }],
    ['', '#t=npt:10,20', { start: 10, end: 20 }],
    ['', '#t=npt:,121.5', { start: 0, end: 121.5 }],
    ['', '#t=0:02:00,0:02:01.5', { start: 120, end: 121.5 }],
    ['', '#t=02:00,121.5', { start: 120, end: 121.5 }],
    ['', '#t=npt%3A10%2C20', { start: 10, end: 20 }],
    ['', '#track=audio&t=10,20', { start: 10, end: 20 }],
    ['', '#t=1&t=2', { start: 2, end: null }],
    ['', '#t=10.', { start: 10, end: null }],
    ['?t=5&t-end=9.5', '', { start: 5, end: 9.5 }],
    ['?t-end=1m4s&t=1:00', '', { start: 60, end: 64 }],
    ['?t-end=9', '', { start: 0, end: 9 }],
    ['?t=soon&t-end=9', '', { start: 0, end: 9 }],
    ['?t=5&t-end=9&t-end=x', '', { start: 5, end: 9 }],
    ['?t=5&t-end=5', '', { start: 5, end: null }],
    ['?t=5&t-end=soon', '', { start: 5, end: null }],
    ['?t=10,20&t-end=30', '', { start: 10, end: 20 }],
    ['?t=5&t-end=9', '#t=7', { start: 7, end: null }],
    ['?t=5', '#t=9', { start: 9, end: null }],
    ['?t=5', '#t=nothing', { start: 5, end: null }],
    ['?t=5', '#play', { start: 5, end: null }],
  ])('%s%s', (search, hash, range) => {
    expect(at(search, hash)).toEqual(range);
  });

  it.each([
    ['', ''],
    ['?t=', '#t='],
    ['', '#t=,'],
    ['', '#t=10,'],
    ['', '#t=20,10'],
    ['', '#t=10,10'],
    ['', '#t=smpte:00:00:01,00:00:02'],
    ['', '#t=clock:2026-01-01T00:00:00Z'],
    ['', '#t=npt:'],
    ['', '#t=-1'],
    ['', '#t=1e3'],
    ['', '#T=10'],
    ['', '#t=99999999'],
    ['?T=1', ''],
    ['?t-end=0', ''],
    ['?t[]=1', ''],
    ['?t=%', '#t=%E0%A4%A'],
  ])('%s%s is none', (search, hash) => {
    expect(at(search, hash)).toBeNull();
  });

  it('never throws, and gives moments in order', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^(npt:)?[\d:.,]{0,16}$/));
    fc.assert(
      fc.property(text, text, text, (query, end, fragment) => {
        const range = at(`?t=${query}&t-end=${end}`, `#t=${fragment}`);
        if (!range) return;
        expect(range.start >= 0 && Number.isFinite(range.start)).toBe(true);
        expect((range.end ?? Infinity) > range.start).toBe(true);
      }),
    );
  });
});

describe('withTime', () => {
  it.each([
    ['https://pod.example/user/a/b', 7, 9.5, 'https://pod.example/user/a/b?t=7&t-end=9.5'],
    ['https://pod.example/user/a/b', 0, 9, 'https://pod.example/user/a/b?t-end=9'],
    ['https://pod.example/user/a/b?t=1&t-end=2', 7, null, 'https://pod.example/user/a/b?t=7'],
  ])('%s from %d to %s', (url, seconds, end, address) => {
    expect(withTime(url, seconds, end)).toBe(address);
  });

  it.each([
    ['https://pod.example/user/a/b', 760.9, 'https://pod.example/user/a/b?t=760'],
    ['https://pod.example/user/a/b?key=x&t=5#c', 7, 'https://pod.example/user/a/b?key=x&t=7#c'],
    ['https://pod.example/user/a/b?t=5', 0.5, 'https://pod.example/user/a/b'],
  ])('%s at %d', (url, seconds, address) => {
    expect(withTime(url, seconds)).toBe(address);
  });

  it('is read as it was written', () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.integer({ min: 1, max: 999_999 }), (url, seconds) => {
        const { search, hash } = new URL(withTime(url, seconds));
        expect(timeOfAddress({ search, hash })?.start).toBe(seconds);
      }),
    );
  });
});
