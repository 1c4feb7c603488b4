import { describe, expect, it } from 'vitest';
import { fillMoment } from '../../src/ads/fill-moment.ts';

const NOW = Date.UTC(2026, 0, 31, 18, 30);

describe('fillMoment', () => {
  it.each([
    ['https://t.test/?t=[TIMESTAMP]', /\?t=2026-01-31T18%3A30%3A00\.000Z$/],
    ['https://t.test/?t=%5BTIMESTAMP%5D', /\?t=2026-01-31T18%3A30%3A00\.000Z$/],
    ['https://t.test/?c=[CACHEBUSTING]', /\?c=\d{8}$/],
    ['https://t.test/?c=%5bCACHEBUSTING%5d&d=1', /\?c=\d{8}&d=1$/],
    ['https://t.test/?x=[OTHER]&TIMESTAMP=1', /\?x=\[OTHER\]&TIMESTAMP=1$/],
  ])('fills the macros of the moment in %s', (url, filled) => {
    expect(fillMoment(url, NOW)).toMatch(filled);
  });
});
