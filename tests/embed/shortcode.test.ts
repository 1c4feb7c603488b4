import { describe, expect, it } from 'vitest';
import { findShortcodes, readOptions } from '../../src/embed/index.ts';

const read = (text: string) => {
  const [first] = findShortcodes(text);
  return first && readOptions((name) => first.attributes.get(name));
};

describe('findShortcodes', () => {
  it.each([
    ['as written', '[earshot type=player resource="episode_id=1" theme="dark"]'],
    ['single quotes', "[earshot type='player' resource='episode_id=1' theme='dark']"],
    ['no quotes', '[earshot type=player resource=episode_id=1 theme=dark]'],
    ['WordPress', '[earshot type=player resource=”episode_id=1″ theme=”dark”]'],
    ['curly', '[earshot type=player resource=“episode_id=1” theme=“dark”]'],
    ['German', '[earshot type=player resource=„episode_id=1“ theme=„dark“]'],
    ['French', '[earshot type=player resource=«\u00a0episode_id=1\u00a0» theme=« dark »]'],
    ['curly singles', '[earshot type=player resource=‘episode_id=1’ theme=’dark′]'],
    ['entities', '[earshot resource=&#8221;episode_id=1&#8243; theme=&quot;dark&quot;]'],
    [
      'named entities',
      '[earshot resource=&ldquo;episode_id=1&Prime;&nbsp;theme=&rdquo;dark&#x201D;]',
    ],
    ['Markdown', '\\[earshot type=player resource="episode\\_id=1" theme="dark"\\]'],
    [
      'Markdown, more',
      '\\[earshot type\\=player resource\\=\\"episode\\_id\\=1\\" theme=\\"dark\\"\\]',
    ],
    ['lines', '[earshot\n  type=player\n  resource="episode_id=1"\n\ttheme="dark"\n]'],
    ['hard spaces', '[earshot\u00a0resource="episode_id=1"\u00a0theme="dark"]'],
    ['spaces around =', '[earshot resource = "episode_id=1" theme= "dark"]'],
    ['closed', '[earshot resource="episode_id=1" theme="dark" /]'],
    ['capitals', '[Earshot Type=player RESOURCE="episode_id=1" Theme="dark"]'],
  ])('reads %s', (_, text) => {
    expect(read(`Before ${text} after.`)).toEqual({ resource: 'episode_id=1', theme: 'dark' });
  });

  it('returns the position of each one', () => {
    const text = 'a [earshot resource=show_id=1] b\\[earshot resource=show_id=2\\]c';
    expect(findShortcodes(text).map(({ index, length }) => text.substr(index, length))).toEqual([
      '[earshot resource=show_id=1]',
      '\\[earshot resource=show_id=2\\]',
    ]);
  });

  it.each([
    '[[earshot resource="episode_id=1"]]',
    '[earshots resource="episode_id=1"]',
    '[earshot resource="episode_id=1"',
    '[earshot type=button resource="episode_id=1"]',
    'earshot resource="episode_id=1"]',
  ])('finds none in %s', (text) => {
    expect(findShortcodes(text)).toEqual([]);
  });

  it('takes no long time for a long row of letters', () => {
    const [found] = findShortcodes(`[earshot ${'a'.repeat(200_000)} theme=dark]`);
    expect(found?.attributes.get('theme')).toBe('dark');
  });

  it('rejects two resources', () => {
    expect(read('[earshot resource="episode_id=1" resource="show_id=1"]')).toEqual({});
  });
});
