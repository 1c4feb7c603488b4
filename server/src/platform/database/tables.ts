import type { ColumnType, Generated, Selectable } from 'kysely';

/** The largest id: PostgreSQL's integer. */
export const ID_MAX = 2_147_483_647;

type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface UserTable {
  user_id: Generated<number>;
  permalink: string;
  name: string;
}

export interface ShowTable {
  show_id: Generated<number>;
  user_id: number;
  permalink: string;
  /** The address or guid of the feed. Importing the feed again finds the show by it. */
  feed_key: string;
  title: string;
  author: string;
  description: string;
  language: string;
  categories: string[];
  keywords: string[];
  explicit: boolean;
  link_url: string | null;
  image_id: number | null;
  created_at: Generated<Timestamp>;
}

export interface MediaTable {
  media_id: Generated<number>;
  sha256: string;
  kind: 'audio' | 'image';
  mime_type: string;
  /** File extension without a dot. */
  extension: string;
  /** Bytes. The driver returns bigint as text. */
  file_size: ColumnType<string, number, number>;
  /** Seconds; 0 for a picture. */
  duration: number;
}

export interface EpisodeTable {
  episode_id: Generated<number>;
  show_id: number;
  /** The user of the show. The database keeps the two equal. */
  user_id: number;
  guid: string;
  permalink: string;
  title: string;
  description: string;
  published_at: Timestamp;
  season: number | null;
  episode_number: number | null;
  explicit: boolean;
  image_id: number | null;
  /** Null while the audio plays from its original URL, `enclosure_url`. */
  media_id: number | null;
  enclosure_url: string;
  /** Claims of the feed, used while the episode has no media here. */
  claimed_duration: number;
  claimed_type: string;
  claimed_size: ColumnType<string, number, number>;
}

export interface ChapterTable {
  episode_id: number;
  starts_at: number;
  title: string;
  url: string | null;
  image_url: string | null;
}

export interface Schema {
  users: UserTable;
  shows: ShowTable;
  media: MediaTable;
  episodes: EpisodeTable;
  chapters: ChapterTable;
}

export type MediaRow = Selectable<MediaTable>;
