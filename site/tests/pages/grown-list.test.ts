// @vitest-environment happy-dom
import type { SiteEpisode } from 'earshot-site/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { findLeftList, type GrownList, grow, keepList } from '../../src/pages/show/grown-list.ts';

const episodes = (...ids: number[]) => ids.map((episode_id) => ({ episode_id }) as SiteEpisode);
const start: GrownList = { items: episodes(9, 8), next: '?cursor=c8', cursors: new Map() };
const idsOf = ({ items }: GrownList) => items.map(({ episode_id }) => episode_id);

describe('grow', () => {
  it('adds the next page, and knows where it begins', () => {
    const grown = grow(start, { items: episodes(7, 6), next_url: '?cursor=c6' });
    expect(idsOf(grown)).toEqual([9, 8, 7, 6]);
    expect(grown.next).toBe('?cursor=c6');
    expect([...grown.cursors]).toEqual([[7, 'c8']]);
  });

  it('shows no episode twice', () => {
    expect(idsOf(grow(start, { items: episodes(8, 7), next_url: null }))).toEqual([9, 8, 7]);
  });

  it('ends', () => {
    const grown = grow(start, { items: [], next_url: null });
    expect([grown.next, [...grown.cursors]]).toEqual([null, []]);
  });
});

describe('a list that was left', () => {
  const address = 'https://site.test/show/a';
  beforeEach(() => history.replaceState(null, ''));

  it('is found by Back alone', () => {
    keepList(address, start);
    expect(findLeftList(address)).toBeUndefined();
    history.replaceState({ scrollY: 300 }, '');
    expect(findLeftList(address)?.items).toBe(start.items);
    expect(findLeftList(`${address}?sort=oldest`)).toBeUndefined();
  });

  it('is forgotten after twenty others', () => {
    history.replaceState({ scrollY: 300 }, '');
    keepList(address, start);
    for (let n = 0; n < 20; n += 1) keepList(`${address}?q=${n}`, start);
    expect(findLeftList(address)).toBeUndefined();
    expect(findLeftList(`${address}?q=0`)).toBeDefined();
  });
});
