import { groupBy } from '../../platform/group-by.ts';
import { withoutPrefix } from '../../platform/podcasting/number-prefix.ts';
import type { Feed, FeedItem } from './feed.ts';

/** The parts of an episode that a later import compares. */
export interface KnownEpisode {
  guid: string;
  title: string;
  published_at: Date | null;
  enclosure_url: string;
  claimed_size: number;
}

interface NewFeed extends Pick<Feed, 'next_page'> {
  items: readonly Pick<FeedItem, 'guid' | 'title' | 'published_at' | 'enclosure'>[];
}

/**
 * The episodes whose guids have changed, by their new guids. Some hosts write other guids when a podcast moves to
 * them. An episode is meant if its guid is gone from the feed, and the new item has its file, without tokens, and its
 * title or its date. If two items or two episodes are meant, or a page of the feed was not read, nothing is decided.
 */
export function pairChangedGuids(
  { items, next_page }: NewFeed,
  known: readonly KnownEpisode[],
): Map<string, KnownEpisode> {
  if (next_page !== null) return new Map();
  const inFeed = new Set(items.map(({ guid }) => guid));
  const here = new Set(known.map(({ guid }) => guid));
  const lost = known.filter(({ guid }) => !inFeed.has(guid));
  const gone = groupBy(lost, ({ enclosure_url }) => fileOf(enclosure_url));
  const meant = items
    .filter(({ guid }) => !here.has(guid))
    .flatMap((item) =>
      (gone.get(fileOf(item.enclosure.url)) ?? [])
        .filter((episode) => isAlike(item, episode))
        .map((episode) => ({ guid: item.guid, episode })),
    );
  const times = new Map<unknown, number>();
  for (const name of meant.flatMap(({ guid, episode }) => [guid, episode]))
    times.set(name, (times.get(name) ?? 0) + 1);
  const clear = meant.filter(
    ({ guid, episode }) => times.get(guid) === 1 && times.get(episode) === 1,
  );
  return new Map(clear.map(({ guid, episode }) => [guid, episode]));
}

function isAlike(item: NewFeed['items'][number], episode: KnownEpisode): boolean {
  if (item.title === episode.title) return true;
  return item.published_at !== null && Number(item.published_at) === Number(episode.published_at);
}

/** The address of a file without its query, which may be a token for one reader, and without the prefix of OP3. */
export const fileOf = (url: string): string => withoutPrefix(url.replace(/[?#].*$/s, ''));
