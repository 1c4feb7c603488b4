import { groupBy } from '../../platform/group-by.ts';
import { fileOf, type KnownEpisode } from './changed-guids.ts';
import { type FeedItem, shortKey } from './feed.ts';

type Guids = Pick<FeedItem, 'guid' | 'long_guid' | 'guid_is_permalink'>;
type Item = Guids & Pick<FeedItem, 'title' | 'enclosure'>;

/**
 * Gives items that share a guid the guids of their episodes here. The first item of a feed has the plain guid, and that is
 * the newest one: otherwise each new item would take over the episode of an earlier one.
 */
export function keepSharedGuids<One extends Item>(
  items: readonly One[],
  known: readonly KnownEpisode[],
): One[] {
  const here = new Map(known.map((episode) => [episode.guid, episode]));
  const byFile = groupBy(known, ({ enclosure_url }) => fileOf(enclosure_url));
  const guids = new Map<One, Guids>();
  for (const [plain, group] of groupBy(items, plainGuid)) {
    const holder = here.get(plain);
    const first = group.find(({ guid }) => guid === plain);
    if (!holder || !first) continue;
    const kept = findItemOf(holder, group);
    for (const item of group) {
      const { title, enclosure } = item;
      const named = shortKey(`${plain}#${enclosure.url}`);
      const other = byFile
        .get(fileOf(enclosure.url))
        ?.find((each) => each.guid.startsWith(`${plain}#`) && each.title === title);
      if (item === kept) {
        const { long_guid, guid_is_permalink } = first;
        guids.set(item, { guid: plain, long_guid, guid_is_permalink });
      } else if (here.has(named) || other || group.length > 1) {
        const guid = here.has(named) ? named : (other?.guid ?? named);
        guids.set(item, { guid, long_guid: null, guid_is_permalink: false });
      }
    }
  }
  return items.map((item) => ({ ...item, ...guids.get(item) }));
}

/** Addresses may differ only in their query, which may be a token or the id of the file. */
function findItemOf<One extends Item>(
  { enclosure_url, title }: KnownEpisode,
  items: readonly One[],
): One | undefined {
  const ofFile = items.filter(({ enclosure }) => fileOf(enclosure.url) === fileOf(enclosure_url));
  return (
    items.find(({ enclosure }) => enclosure.url === enclosure_url) ??
    ofFile.find((item) => item.title === title) ??
    (ofFile.length === 1 ? ofFile[0] : items.find((item) => item.title === title))
  );
}

/** The guid in the feed. `readItem` appends the address of the audio if an earlier item has the same guid. */
function plainGuid({ guid, enclosure }: Item): string {
  const end = `#${enclosure.url}`;
  return guid.endsWith(end) ? guid.slice(0, -end.length) : guid;
}
