import { describe, expect, it } from 'vitest';
import { CATEGORIES, findCategory } from '../../contract/categories.ts';
import { loadTexts } from '../../src/i18n/texts.ts';

describe('CATEGORIES', () => {
  it('gives each category an address of its own', () => {
    const permalinks = CATEGORIES.map(({ permalink }) => permalink);
    expect(new Set(permalinks).size).toBe(permalinks.length);
    for (const permalink of permalinks) expect(permalink).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  it('has two levels', () => {
    const tops = CATEGORIES.filter(({ parent }) => parent === null).map((top) => top.permalink);
    expect(tops).toHaveLength(19);
    for (const { parent } of CATEGORIES) if (parent !== null) expect(tops).toContain(parent);
  });
});

describe('the texts of categories', () => {
  it('are the names in English, and there are as many in each language', async () => {
    const names = Object.fromEntries(CATEGORIES.map(({ permalink, name }) => [permalink, name]));
    expect((await loadTexts('en')).categories).toEqual(names);
    for (const language of ['it', 'ar']) {
      const { categories } = await loadTexts(language);
      expect(Object.keys(categories)).toEqual(Object.keys(names));
      expect(new Set(Object.values(categories)).size).toBe(CATEGORIES.length);
    }
  });
});

describe('findCategory', () => {
  it.each([
    ['Health & Fitness', 'health-and-fitness'],
    ['health &amp; fitness', 'health-and-fitness'],
    ['HEALTH AND FITNESS', 'health-and-fitness'],
    ['health-and-fitness', 'health-and-fitness'],
    ['  Stand Up ', 'stand-up'],
    ['TV & Film', 'tv-and-film'],
    ['Games & Hobbies', 'leisure'],
    ['News & Politics', 'news'],
    ['Literature', 'books'],
  ])('finds %s', (text, permalink) => {
    expect(findCategory(text)?.permalink).toBe(permalink);
  });

  it.each(['', 'Podcasts about everything', 'constructor', '__proto__', '芸術', '&'])(
    'finds nothing for "%s"',
    (text) => {
      expect(findCategory(text)).toBeNull();
    },
  );

  it('finds every category by its name and its permalink', () => {
    for (const category of CATEGORIES) {
      expect(findCategory(category.name)).toBe(category);
      expect(findCategory(category.permalink)).toBe(category);
    }
  });
});
