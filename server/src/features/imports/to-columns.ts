import { toFeedColumns } from '../../platform/podcasting/feed-input.ts';
import type { Feed, FeedItem } from './feed.ts';

/** The columns of a show that every import writes. */
export function showColumns(feed: Feed) {
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
  return { ...toFeedColumns(fields), categories, keywords, image_source_url: image_url };
}

/** The columns of an episode that every import writes. */
export function episodeColumns(item: FeedItem) {
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
  return {
    ...toFeedColumns(fields),
    enclosure_url: enclosure.url,
    claimed_type: enclosure.type,
    claimed_size: enclosure.length,
    claimed_duration: duration,
    image_source_url: image_url,
  };
}
