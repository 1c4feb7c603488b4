/** Why a source cannot be imported, in words for the person who runs the import. */
export class FeedRefused extends Error {
  override readonly name = 'FeedRefused';
}

export interface FeedItem {
  guid: string;
  title: string;
  description: string;
  /** Null if the feed names none that can be read. */
  published_at: Date | null;
  enclosure: { url: string; type: string; length: number };
  /** Seconds; 0 if the feed names none. */
  duration: number;
  season: number | null;
  episode_number: number | null;
  explicit: boolean;
  image_url: string | null;
  chapters_url: string | null;
  chapters: FeedChapter[];
}

export interface FeedChapter {
  starts_at: number;
  title: string;
  url: string | null;
  image_url: string | null;
}

export interface Feed {
  /** Identifies the podcast: importing it again finds its show by this key. */
  feed_key: string;
  title: string;
  author: string;
  description: string;
  language: string;
  categories: string[];
  keywords: string[];
  explicit: boolean;
  link_url: string | null;
  image_url: string | null;
  items: FeedItem[];
  /** Items without playable audio, each with the reason. */
  refused: { title: string; reason: string }[];
}
