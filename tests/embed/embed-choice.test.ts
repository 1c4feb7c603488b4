import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeChoice,
  chosenOptions,
  type EmbedChoice,
  heightBounds,
  heightOf,
  initialChoice,
  isHeightKey,
  readHeight,
} from '../../src/embed/embed-choice.ts';
import { parsePlayerQuery } from '../../src/embed/options.ts';
import { playerUrl } from '../../src/embed/player-url.ts';
import { type EmbedSourceItem, episodeItem, widgetSettings } from '../../src/embed/source-item.ts';
import { fakeEpisode } from '../helpers/fake-player.ts';

const item = episodeItem(fakeEpisode());
const settingsOf = (change: Partial<EmbedSourceItem> = {}) =>
  widgetSettings({ ...item, ...change }, 'Earshot');
const withCover = settingsOf();
const bare = settingsOf({ cover_image_url: null });
const show = settingsOf({ resource: 'show', episode_id: null });

const anyChange = fc.record(
  {
    theme: fc.constantFrom('automatic', 'light', 'dark'),
    cover: fc.boolean(),
    playlist: fc.constantFrom('show', false),
    height: fc.option(fc.integer({ min: 0, max: 99_999 })),
    width: fc.constantFrom('100%', '80%', '640px'),
    color: fc.option(fc.constantFrom('0b6e5e', 'ffee00')),
    startAt: fc.nat(99_999),
    stopAt: fc.option(fc.nat(99_999)),
    autoplay: fc.boolean(),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Partial<EmbedChoice>>;

describe('initialChoice', () => {
  it.each([
    ['an episode with a cover', withCover, { cover: true, playlist: false }, 400],
    ['an episode without', bare, { cover: false, playlist: false }, 200],
    ['a show', show, { cover: true, playlist: 'show' }, 400],
  ])('is for %s', (_, settings, choice, height) => {
    expect(initialChoice(settings)).toMatchObject({ theme: 'automatic', height: null, ...choice });
    expect(heightOf(initialChoice(settings))).toBe(height);
  });

  it('begins with the part that is shared', () => {
    const choice = initialChoice(bare, { start: 6.5, end: 12 });
    expect(chosenOptions(choice, bare)).toMatchObject({ t: 6.5, 't-end': 12 });
    expect(chosenOptions(initialChoice(bare, { start: 0, end: 12 }), bare)).toMatchObject({
      't-end': 12,
    });
  });
});

describe('changeChoice', () => {
  it('keeps the cover off if there is no picture', () => {
    fc.assert(
      fc.property(fc.array(anyChange), (changes) => {
        const last = changes.reduce<EmbedChoice>(
          (choice, change) => changeChoice(choice, change, bare),
          initialChoice(bare),
        );
        expect(last.cover).toBe(false);
        expect(chosenOptions(last, bare).cover).toBeUndefined();
      }),
    );
  });
});

describe('heightOf', () => {
  it('is within the bounds of every choice', () => {
    fc.assert(
      fc.property(anyChange, (change) => {
        const choice = changeChoice(initialChoice(withCover), change, withCover);
        const { min, max } = heightBounds(choice);
        expect([min, max]).toEqual([80, choice.cover || choice.playlist ? 600 : 200]);
        expect(heightOf(choice)).toBeGreaterThanOrEqual(min);
        expect(heightOf(choice)).toBeLessThanOrEqual(max);
      }),
    );
  });

  it('shrinks a height that is only possible with a cover', () => {
    const high = changeChoice(initialChoice(withCover), { height: 500 }, withCover);
    const low = changeChoice(high, { cover: false }, withCover);
    expect([high, low, changeChoice(low, { cover: true }, withCover)].map(heightOf)).toEqual([
      500, 200, 500,
    ]);
  });
});

describe('readHeight', () => {
  it.each([
    ['300', 300],
    [' 300 px ', 300],
    ['0', 0],
    ['', null],
    [' ', null],
    ['-5', undefined],
    ['1e3', undefined],
    ['50%', undefined],
    ['٣٠٠', undefined],
    ['999999', undefined],
  ])('reads %j as %s', (text, height) => {
    expect(readHeight(text)).toBe(height);
  });
});

describe('isHeightKey', () => {
  it('is true for backspace and the key codes from 48 to 90', () => {
    const known = Array.from({ length: 256 }, (_, code) => code).filter(isHeightKey);
    expect(known).toEqual([8, ...Array.from({ length: 43 }, (_, index) => 48 + index)]);
  });
});

describe('chosenOptions', () => {
  it('equal the options that the player reads from its address', () => {
    fc.assert(
      fc.property(anyChange, (change) => {
        const choice = changeChoice(initialChoice(withCover), change, withCover);
        const { width, height, ...rest } = chosenOptions(choice, withCover);
        expect(width).toBe(choice.width);
        const url = new URL(playerUrl('https://site.test', { ...rest, width, height }));
        expect(parsePlayerQuery(url.search)).toEqual(rest);
        expect(height).toBe(`${heightOf(choice)}px`);
      }),
    );
  });
});
