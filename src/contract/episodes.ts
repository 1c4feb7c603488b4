import type { EpisodeFeedFields } from './podcasting.ts';

export type EpisodeType = 'RECORDED' | 'LIVE';

/**
 * - `draft` and `scheduled`: only for editors of the show
 * - `published`, and `live` for a live episode: in all lists and feeds
 * - `unlisted`: for all who have its address
 * - `private`: for all who also have its key
 */
export type EpisodeState = 'draft' | 'scheduled' | 'published' | 'unlisted' | 'private' | 'live';

/** The visibility of a published episode. */
export type Visibility = 'public' | 'unlisted' | 'private';

/** A part of the audio in the file at `http_url`. Times are in seconds. */
export interface Segment {
  type: 'episode' | 'audio_ad_slot';
  http_url: string;
  /** Length of the segment in seconds. */
  duration: number;
  /** False if the length is a claim of the feed, not measured from the bytes. */
  duration_reliable: boolean;
  /** First second of the segment within the file. */
  starts_at: number;
  /** Second at which the segment ends within the file. */
  ends_at: number;
}

/** Times are seconds in the show's own content. The last chapter has no end. */
export interface Chapter {
  starts_at: number;
  ends_at: number | null;
  title: string;
  url: string | null;
  image_url: string | null;
}

/** The transcript of an episode, for its players. */
export interface EpisodeTranscript {
  /** Address of the cues as JSON of Podcasting 2.0. */
  url: string;
  /** BCP 47. */
  language: string;
}

/** Fields of an episode for editors of its show. */
export interface EpisodeEditFields extends EpisodeFeedFields {
  /** The uploaded file, see `POST /media`. Null if there is none, or if the audio came with a feed. */
  media_id: number | null;
  /** ISO 8601: the planned start and end of a live episode. Podcast apps announce them. */
  live_starts_at: string | null;
  live_ends_at: string | null;
  /** Identifies the episode in feeds permanently. */
  guid: string;
  /** For a scheduled episode: its visibility once it is published. Null for a draft. */
  visibility: Visibility | null;
  /** Opens a private episode as the query value `key`. Null if it is not private. */
  access_key: string | null;
  /** ISO 8601. */
  created_at: string;
  updated_at: string;
}

export interface Episode extends Partial<EpisodeEditFields> {
  episode_id: number;
  show_id: number;
  user_id: number;
  title: string;
  /** `LIVE` marks a live episode. */
  type: EpisodeType;
  episode_type: 'full' | 'trailer' | 'bonus';
  state: EpisodeState;
  /** Seconds; 0 for a live episode. */
  duration: number;
  duration_reliable: boolean;
  /** Address of the episode's page on the site. */
  site_url: string;
  /** Address of this episode in the API. */
  api_url: string;
  /** Original cover of the episode, or of its show if the episode has none. */
  image_original_url: string | null;
  /** Cover as a 320 px square. Other presets: replace the size, see `imageUrl`. */
  image_url: string | null;
  /** Accent of that cover as `rrggbb`. Null without a cover, and for a grey one. */
  image_color?: string | null;
  is_on_air: boolean;
  /** Address of the HLS stream of a live episode. */
  live_url: string | null;
  /** True if the audio plays only with a playback token. */
  requires_token: boolean;
  /** Address that accepts a playback token. If null, `http_url` is used. */
  playback_url: string | null;
  http_url: string;
  /** Media type of the audio, read from its bytes. */
  mime_type: string;
  /** Size of the audio in bytes. */
  file_size: number;
  /** Sanitised HTML. */
  description: string;
  /** ISO 8601. Null for a draft. */
  published_at: string | null;
  permalink: string;
  user_permalink: string;
  show_permalink: string;
  show_title: string;
  /** BCP 47: the language of the show, so of the texts of its episodes. */
  show_language?: string;
  season: number | null;
  episode_number: number | null;
  explicit: boolean;
  download_url: string | null;
  tags: string[];
  /** Listeners may write messages, and refer to a time of the content in them. */
  allow_messages: boolean;
  allow_timed_messages: boolean;
  /** Listeners see the current number of listeners. */
  show_listeners: boolean;
  chapters: Chapter[];
  /** Only present with `export=episode_segments`. */
  segments?: Segment[];
  /** Unread messages of this listener, if the server counts them. */
  count_unread_msg?: number;
  /** Content seconds at which an ad may be inserted. */
  midrolls?: number[];
  /** False if no ad may play before the episode. */
  preroll?: boolean;
  /** True if an ad may play after the episode. */
  postroll?: boolean;
  /** The words with their times. Null without a transcript that has times on this host. */
  transcript?: EpisodeTranscript | null;
  /** False if the API's own ads server currently has no ad for the episode: players then do not ask it. */
  has_ads?: boolean;
}

/** An episode in the form for lists. */
export type EpisodeBrief = Omit<
  Episode,
  | 'description'
  | 'chapters'
  | 'segments'
  | 'midrolls'
  | 'preroll'
  | 'postroll'
  | 'has_ads'
  | 'transcript'
  | 'tags'
  | 'allow_messages'
  | 'allow_timed_messages'
  | 'show_listeners'
  | keyof EpisodeEditFields
>;
