import { describe, expect, it } from 'vitest';
import { episodeIdOf } from '../../../src/engine/rules/station-url.ts';

describe('episodeIdOf', () => {
  it.each([
    ['https://x/v2/episodes/12?key=a', 12],
    ['https://x/episode/7', 7],
    ['https://x/shows/7', null],
    ['https://x/episodes/abc', null],
  ])('%s', (url, id) => {
    expect(episodeIdOf(url)).toBe(id);
  });
});
