import type { EpisodeFeedFields, ShowFeedFields, TranscriptLink } from 'earshot/contract';
import type { CategoryNode, OriginalWords } from '../../platform/database/feed-columns.ts';

/** Why a source cannot be imported, in words for the person who runs the import. */
export class FeedRefused extends Error {
  override readonly name = 'FeedRefused';
}

/** What an element of the feed says beyond its fields. */
interface Preserved {
  /** Unknown elements as safe XML. */
  extra_xml: string;
  original: OriginalWords | null;
}

export interface FeedItem extends EpisodeFeedFields, Preserved {
  guid: string;
  /** The guid, if it is too long for the index, which then has its hash. */
  long_guid: string | null;
  guid_is_permalink: boolean;
  title: string;
  description: string;
  /** Null if the feed names none that can be read. */
  published_at: Date | null;
  enclosure: { url: string; type: string; length: number };
  /** Seconds; 0 if the feed names none. */
  duration: number;
  season: number | null;
  episode_number: number | null;
  episode_type: 'full' | 'trailer' | 'bonus';
  explicit: boolean;
  image_url: string | null;
  chapters_url: string | null;
  chapters: FeedChapter[];
  transcript_links: TranscriptLink[];
}

export interface FeedChapter {
  starts_at: number;
  title: string;
  url: string | null;
  image_url: string | null;
}

export interface Feed extends Omit<ShowFeedFields, 'new_feed_url'>, Preserved {
  /** Identifies the podcast: importing it again finds its show by this key. */
  feed_key: string;
  title: string;
  author: string;
  description: string;
  language: string;
  categories: string[];
  category_tree: CategoryNode[];
  keywords: string[];
  explicit: boolean;
  link_url: string | null;
  image_url: string | null;
  /** The mail address in the feed. Somebody who receives its mail owns the podcast. */
  proof_email: string | null;
  items: FeedItem[];
  /** Items without playable audio, each with the reason. */
  refused: { title: string; reason: string }[];
}
