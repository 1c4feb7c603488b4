import { createHash } from 'node:crypto';
import type { EpisodeFeedFields, ShowFeedFields, TranscriptLink } from 'earshot/contract';
import type { CategoryNode, OriginalWords } from '../../platform/database/feed-columns.ts';
import { sayIn, type Words } from '../../platform/http/refusal.ts';

/** The reason for a refusal, as a text in every language. */
export interface RefusalWords {
  words: Words;
  values?: Readonly<Record<string, string | number>>;
}

/** The source cannot be imported. The message gives the reason in English, to the person who runs the import. */
export class FeedRefused extends Error {
  override readonly name = 'FeedRefused';
  readonly said: RefusalWords;

  constructor(said: RefusalWords | Words, options?: ErrorOptions) {
    const reason = typeof said === 'string' ? { words: said } : said;
    super(sayIn('en', reason), options);
    this.said = reason;
  }
}

/** A file has more bytes than it may have. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** A text in the place of an address or a number, in an unknown element. */
export interface WrongPart {
  /** `podcast:source` */
  element: string;
  text: string;
}

/** Data of an element beyond its fields. */
interface Preserved {
  /** Unknown elements as safe XML. */
  extra_xml: string;
  /** Left out of them, because directories refuse these. */
  wrong_parts: WrongPart[];
  original: OriginalWords | null;
}

export interface FeedItem extends EpisodeFeedFields, Preserved {
  guid: string;
  /** A guid that is too long for the index. The index holds its hash instead. */
  long_guid: string | null;
  guid_is_permalink: boolean;
  title: string;
  description: string;
  /** Null if the feed has no readable date. */
  published_at: Date | null;
  date_text: string;
  /** Stands for a date that cannot be read. Null if no item of the feed has a date. */
  assumed_date: Date | null;
  enclosure: { url: string; type: string; length: number };
  /** Seconds; 0 if the feed has none. */
  duration: number;
  season: number | null;
  episode_number: number | null;
  episode_type: 'full' | 'trailer' | 'bonus';
  explicit: boolean;
  image_url: string | null;
  chapters_url: string | null;
  /** The player and the page at the host of the feed, if that is an Earshot. */
  former_urls: string[];
  chapters: FeedChapter[];
  transcript_links: TranscriptLink[];
}

export interface FeedChapter {
  /** Seconds. NaN if the start is no time. */
  starts_at: number;
  title: string;
  url: string | null;
  image_url: string | null;
  /** False for a chapter that only changes the picture. */
  toc: boolean;
}

export interface Feed extends Omit<ShowFeedFields, 'new_feed_url'>, Preserved {
  /** Identifies the podcast: a later import finds its show by this key. */
  feed_key: string;
  /** The address that the feed names as its own. Empty if it names none. */
  self_url: string;
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
  /** The mail address in the feed. Receiving its mail proves ownership of the podcast. */
  proof_email: string | null;
  /** The next page that was not read, as the feed writes it (RFC 5005). Null if there is none. */
  next_page: string | null;
  /** Remarks of the report on the feed as a whole. */
  notes: string[];
  /** The date of the feed itself. */
  dated_at: Date | null;
  /** The player and the page of the show, and the feed itself, at the host of the feed. */
  former_urls: string[];
  items: FeedItem[];
  /** Items without playable audio, each with the reason. */
  refused: { title: string; reason: string }[];
}

const KEY_MAX = 500; // an index of PostgreSQL holds about 2,700 bytes

/** A key that fits into a PostgreSQL index: a longer one is replaced by its hash. */
export function shortKey(text: string): string {
  return text.length <= KEY_MAX ? text : createHash('sha256').update(text).digest('hex');
}
