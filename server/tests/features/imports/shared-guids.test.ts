import { describe, expect, it } from 'vitest';
import { keepSharedGuids } from '../../../src/features/imports/shared-guids.ts';

const urlOf = (file: string) => `https://cdn.test/${file}`;
const item = (guid: string, file: string, title = `Title ${file}`) => ({
  guid,
  title,
  long_guid: null,
  guid_is_permalink: false,
  enclosure: { url: urlOf(file), type: 'audio/mpeg', length: 5 },
});
const episode = (guid: string, file: string, title = `Title ${file}`) => ({
  guid,
  title,
  published_at: null,
  enclosure_url: urlOf(file),
  claimed_size: 5,
});
const named = (file: string) => `g#${urlOf(file)}`;
const guidsOf = (...[items, known]: Parameters<typeof keepSharedGuids>) =>
  keepSharedGuids(items, known).map(({ guid }) => guid);

describe('keepSharedGuids', () => {
  it('leaves the guid to the item whose episode has it, wherever new ones come', () => {
    const items = [item('g', 'c'), item(named('b'), 'b'), item(named('a'), 'a')];
    expect(guidsOf(items, [episode('g', 'a')])).toEqual([named('c'), named('b'), 'g']);
    expect(guidsOf(items, [episode('g', 'b'), episode(named('a'), 'a')])).toEqual([
      named('c'),
      'g',
      named('a'),
    ]);
  });

  it('recognises an item with another file by its title', () => {
    const items = [item('g', 'c'), item(named('a2'), 'a2', 'Title a')];
    expect(guidsOf(items, [episode('g', 'a')])).toEqual([named('c'), 'g']);
  });

  it('gives the guid to no other item once its own is gone', () => {
    const known = [episode('g', 'a'), episode(named('b'), 'b')];
    expect(guidsOf([item('g', 'c'), item(named('b'), 'b')], known)).toEqual([
      named('c'),
      named('b'),
    ]);
    expect(guidsOf([item('g', 'b')], known)).toEqual([named('b')]);
  });

  it('tells files apart that differ in their query only', () => {
    const [a, b, c] = ['x.mp3?id=1', 'x.mp3?id=2', 'x.mp3?id=3'] as const;
    const known = [episode('g', a, 'A'), episode(named(b), b, 'B')];
    const items = [item('g', c, 'C'), item(named(b), b, 'B'), item(named(a), a, 'A')];
    expect(guidsOf(items, known)).toEqual([named(c), named(b), 'g']);
    expect(guidsOf(items.slice(0, 2), known)).toEqual([named(c), named(b)]);
  });

  it('recognises a file whose address has another token', () => {
    const known = [episode('g', 'a'), episode(named('b?token=1'), 'b?token=1', 'B')];
    expect(guidsOf([item('g', 'b?token=2', 'B')], known)).toEqual([named('b?token=1')]);
  });

  it('changes nothing of a new show, and of an item whose file and title have changed', () => {
    const items = [item('g', 'b'), item(named('a'), 'a')];
    expect(keepSharedGuids(items, [])).toEqual(items);
    expect(guidsOf([item('g', 'b')], [episode('g', 'a')])).toEqual(['g']);
  });
});
