import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  FEED_FILES,
  type FeedExports,
  hasFeeds,
  openFeedExports,
} from '../../helpers/feed-exports.ts';
import { FEED_READERS } from '../../helpers/feed-readers.ts';

let feeds: FeedExports;
beforeAll(async () => {
  feeds = await openFeedExports();
}, 60_000);
afterAll(() => feeds?.close());
beforeEach(() => feeds.clear());

/** A value without the parts that some parsers change: white space, markup in titles, escapes in addresses. */
function plain(value: unknown, name: string): unknown {
  if (typeof value !== 'string') return value;
  if (name === 'guid' && /^[\d.e+]+$/.test(value)) return Number(value); // podcast-partytime converts it to a number
  const text = name === 'title' ? value.replace(/<[^>]*>/g, '') : value.replaceAll(' ', '%20');
  return text.replace(/\s+/g, ' ').trim();
}

describe.skipIf(!hasFeeds)('an imported feed that is exported', () => {
  it.each(FEED_FILES)('is read alike by five parsers: %s', async (file) => {
    const feed = await feeds.importAndExport(file);
    if (feed === null) return;
    const { feedsmith, ...others } = FEED_READERS;
    const wanted = await feedsmith?.(feed);
    for (const [parser, read] of Object.entries(others)) {
      const { title, items } = await read(feed);
      expect([parser, plain(title, 'title')]).toEqual([parser, plain(wanted?.title, 'title')]);
      expect([parser, items.length]).toEqual([parser, wanted?.items.length]);
      for (const [index, item] of items.entries()) {
        for (const [name, value] of Object.entries(item)) {
          const other = wanted?.items[index]?.[name as keyof typeof item];
          expect([parser, name, plain(value, name)]).toEqual([parser, name, plain(other, name)]);
        }
      }
    }
  });
});
