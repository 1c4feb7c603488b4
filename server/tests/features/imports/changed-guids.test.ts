import { describe, expect, it } from 'vitest';
import {
  type KnownEpisode,
  pairChangedGuids,
} from '../../../src/features/imports/changed-guids.ts';

const DAY = new Date('2024-01-02T09:00:00Z');
const OTHER_DAY = new Date('2024-01-03T09:00:00Z');
const FILE = 'https://cdn.test/1.mp3?token=1';

const episode = (guid: string, fields: Partial<KnownEpisode> = {}): KnownEpisode => ({
  guid,
  title: 'One',
  published_at: DAY,
  enclosure_url: FILE,
  claimed_size: 9,
  ...fields,
});
interface ItemFields {
  url?: string;
  title?: string;
  published_at?: Date | null;
}
const item = (
  guid: string,
  { url = FILE.replace('=1', '=2'), title = 'One', published_at = DAY }: ItemFields = {},
) => ({ guid, title, published_at, enclosure: { url, type: '', length: 9 } });
const pair = (
  items: ReturnType<typeof item>[],
  known: KnownEpisode[],
  next_page: string | null = null,
) => [...pairChangedGuids({ items, next_page }, known)].map(([guid, { guid: old }]) => [guid, old]);

describe('pairChangedGuids', () => {
  it.each<[string, ItemFields]>([
    ['title and date', {}],
    ['title', { published_at: OTHER_DAY }],
    ['title, without a date', { published_at: null }],
    ['date', { title: 'One, again' }],
  ])(
    'takes an item with the file and the %s of an episode that is gone for that episode',
    (_, fields) => {
      expect(pair([item('new', fields)], [episode('old')])).toEqual([['new', 'old']]);
    },
  );

  it.each<[string, ItemFields]>([
    ['another file', { url: 'https://cdn.test/2.mp3' }],
    ['another title and date', { title: 'Two', published_at: OTHER_DAY }],
  ])('takes one with %s for a new episode', (_, fields) => {
    expect(pair([item('new', fields)], [episode('old', { published_at: null })])).toEqual([]);
    expect(pair([item('new', fields)], [episode('old')])).toEqual([]);
  });

  it('takes items for two episodes if both guids are in the feed, also on a later page', () => {
    expect(pair([item('new'), item('x', { title: 'X' }), item('old')], [episode('old')])).toEqual(
      [],
    );
  });

  it('decides nothing if a page was not read', () => {
    expect(pair([item('new')], [episode('old')], 'https://pod.test/feed?page=2')).toEqual([]);
  });

  it('decides nothing if two items or two episodes are meant', () => {
    expect(pair([item('new'), item('newer')], [episode('old')])).toEqual([]);
    expect(pair([item('new')], [episode('old'), episode('older')])).toEqual([]);
  });

  it('tells files apart that differ in their query only', () => {
    const file = (n: number) => ({ url: `https://cdn.test/play?id=${n}`, title: `${n}` });
    const known = [1, 2].map((n) => {
      const { url, title } = file(n);
      return episode(`old-${n}`, {
        title,
        enclosure_url: url,
        published_at: n === 1 ? DAY : OTHER_DAY,
      });
    });
    expect(pair([item('a', { ...file(2), published_at: OTHER_DAY })], known)).toEqual([
      ['a', 'old-2'],
    ]);
  });
});
