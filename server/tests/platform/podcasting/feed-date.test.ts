import { describe, expect, it } from 'vitest';
import { parseFeedDate } from '../../../src/platform/podcasting/feed-date.ts';

describe('parseFeedDate', () => {
  it.each([
    ['Mon, 1 Jan 2024 09:00:00 GMT', '2024-01-01T09:00:00.000Z'],
    ['01 Jan 2024 09:00 EST', '2024-01-01T14:00:00.000Z'],
    ['2024-01-01T09:00:00Z', '2024-01-01T09:00:00.000Z'],
    ['2024-01-01 09:00:00', '2024-01-01T09:00:00.000Z'],
    ['Mon, 01 Jan 24 09:00:00 PDT', '2024-01-01T16:00:00.000Z'],
    ['Lun, 01 Gen 2024 09:00:00 +0100', '2024-01-01T08:00:00.000Z'],
    ['1704099600', '2024-01-01T09:00:00.000Z'],
    ['Mon, 01 Jan 2024 24:00:00 +0000', '2024-01-02T00:00:00.000Z'],
    ['Mon, 01 Jan 2024 09:00:60 +0000', '2024-01-01T09:01:00.000Z'],
  ])('reads %s', (text, iso) => {
    expect(parseFeedDate(text)?.toISOString()).toBe(iso);
  });

  it.each(['', 'yesterday', '99 Foo 2024', undefined])('gives up on %s', (text) => {
    expect(parseFeedDate(text)).toBeNull();
  });
});
