import { toFeedColumns } from '../../platform/podcasting/feed-input.ts';
import type { Feed, FeedItem } from './feed.ts';

/** The data of a show or episode in an archive. */
export interface ArchivedParts {
  /** The preferred permalink. If it is empty, the title becomes the permalink. */
  permalink: string;
  /** They apply instead of those of the feed, which has addresses and short forms of the old host. */
  columns: object;
  /** Of an episode. */
  published_at?: Date | null;
}

/** The audio columns that belong to the address in the feed. */
const OF_ENCLOSURE = ['enclosure_url', 'claimed_type', 'claimed_size', 'claimed_duration'];

/** The columns of a show that every import writes. */
export function showColumns(feed: Feed, archived?: ArchivedParts) {
  const {
    items,
    refused,
    dated_at,
    next_page,
    notes,
    wrong_parts,
    feed_key,
    self_url,
    guid,
    proof_email,
    image_url,
    former_urls,
    categories,
    keywords,
    ...fields
  } = feed;
  // Arrays of PostgreSQL; all other lists are jsonb.
  const columns = { ...toFeedColumns(fields), categories, keywords, image_source_url: image_url };
  return replace(columns, archived);
}

/** The columns of an episode that every import writes. */
export function episodeColumns(
  item: FeedItem,
  { archived, hasFailed }: { archived?: ArchivedParts | undefined; hasFailed: boolean },
) {
  const {
    guid,
    published_at,
    date_text,
    assumed_date,
    enclosure,
    duration,
    chapters,
    image_url,
    former_urls,
    wrong_parts,
    ...fields
  } = item;
  const columns = {
    ...toFeedColumns(fields),
    enclosure_url: enclosure.url,
    claimed_type: enclosure.type,
    claimed_size: enclosure.length,
    claimed_duration: duration,
    image_source_url: image_url,
  };
  // Without its audio, the episode plays from the address in the feed.
  return replace(columns, archived, hasFailed ? OF_ENCLOSURE : []);
}

function replace<Columns extends object>(
  columns: Columns,
  archived: ArchivedParts | undefined,
  kept: readonly string[] = [],
): Columns {
  const isWritten = ([name]: [string, unknown]) => name in columns && !kept.includes(name);
  const written = Object.entries(archived?.columns ?? {}).filter(isWritten);
  return { ...columns, ...Object.fromEntries(written) };
}
