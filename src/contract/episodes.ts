import type { EpisodeFeedFields } from './podcasting.ts';

export type EpisodeType = 'RECORDED' | 'LIVE';

/**
 * - `draft` and `scheduled`: only for those who may edit the show
 * - `published`, and `live` for a live episode: in all lists and feeds
 * - `unlisted`: for everybody who has its address
 * - `private`: for those who have its key as well
 */
export type EpisodeState = 'draft' | 'scheduled' | 'published' | 'unlisted' | 'private' | 'live';

/** For whom an episode is published. */
export type Visibility = 'public' | 'unlisted' | 'private';

/** A stretch of audio in the file at `http_url`. Times are in seconds. */
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

/** Fields of an episode for those who may edit its show. */
export interface EpisodeEditFields extends EpisodeFeedFields {
  /** The uploaded file, see `POST /media`. Null if there is none, or if the audio came with a feed. */
  media_id: number | null;
  /** ISO 8601: when a live episode is to begin and to end. Podcast apps announce it with them. */
  live_starts_at: string | null;
  live_ends_at: string | null;
  /** Identifies the episode in feeds, for ever. */
  guid: string;
  /** Of a scheduled episode: what it becomes. Null for a draft. */
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
  season: number | null;
  episode_number: number | null;
  explicit: boolean;
  download_url: string | null;
  tags: string[];
  /** Listeners may write messages, and may name a moment of the content with them. */
  allow_messages: boolean;
  allow_timed_messages: boolean;
  /** Listeners see how many of them there are at the moment. */
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
  /** False if the API's own ads server has no ad for the episode at present: players then do not ask it. */
  has_ads?: boolean;
}

/** An episode as lists of pages show it. */
export type EpisodeBrief = Omit<
  Episode,
  | 'description'
  | 'chapters'
  | 'segments'
  | 'midrolls'
  | 'preroll'
  | 'postroll'
  | 'has_ads'
  | 'tags'
  | 'allow_messages'
  | 'allow_timed_messages'
  | 'show_listeners'
  | keyof EpisodeEditFields
>;

/** A constant of its own: a player needs no other path. */
export const EPISODE_PATH = '/v2/episodes/{episode_id}';

/** Addresses of an episode in the API, under `API_URL`. */
export const EPISODE_API_ROUTES = {
  episode: EPISODE_PATH,
  episode_v1: '/episode/{episode_id}',
  episodes: '/v2/episodes',
  episodes_v1: '/episode',
  episode_cover: '/episode/{episode_id}/cover',
  episode_publish: '/episode/{episode_id}/publish',
  episode_restore: '/episode/{episode_id}/restore',
} as const;

/** The page of an episode, under `SITE_URL`. */
export const EPISODE_PAGE_ROUTES = {
  episode: '/user/{user_permalink}/{episode_permalink}',
} as const;
