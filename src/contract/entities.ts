/** Entities as they cross the wire. Names are the wire's own (spec section 3) and stay so end to end. */

export type EpisodeType = 'RECORDED' | 'LIVE';

/** A stretch of audio in the file at `http_url`. Times are in seconds. */
export interface Segment {
  type: 'episode' | 'audio_ad_slot';
  http_url: string;
  /** Length of the segment in seconds. */
  duration: number;
  /** False while the length is a claim and not a measurement of the bytes. */
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

export interface Episode {
  episode_id: number;
  show_id: number;
  user_id: number;
  title: string;
  /** `LIVE` marks a live episode. */
  type: EpisodeType;
  /** Seconds; 0 for a live episode. */
  duration: number;
  duration_reliable: boolean;
  /** Address of the episode's page on the site. */
  site_url: string;
  /** Address of this episode in the API. */
  api_url: string;
  /** Original cover: the episode's own, else its show's. */
  image_original_url: string | null;
  /** Cover as a 320 px square. Other presets: replace the size, see `imageUrl`. */
  image_url: string | null;
  is_on_air: boolean;
  /** Address that takes a playback token, or null where `http_url` is to be used. */
  playback_url: string | null;
  http_url: string;
  /** Media type of the audio, from its bytes. */
  mime_type: string;
  /** Size of the audio in bytes. */
  file_size: number;
  /** Sanitised HTML. */
  description: string;
  /** ISO 8601. */
  published_at: string;
  permalink: string;
  user_permalink: string;
  show_permalink: string;
  show_title: string;
  season: number | null;
  episode_number: number | null;
  explicit: boolean;
  download_url: string | null;
  chapters: Chapter[];
  /** Present with `export=episode_segments` only. */
  segments?: Segment[];
  /** Content seconds at which an ad may be inserted. */
  midrolls?: number[];
}

export interface Show {
  show_id: number;
  user_id: number;
  title: string;
  permalink: string;
  user_permalink: string;
  author: string;
  /** Sanitised HTML. */
  description: string;
  language: string;
  categories: string[];
  keywords: string[];
  explicit: boolean;
  /** The show's own website, if it names one. */
  link_url: string | null;
  site_url: string;
  api_url: string;
  image_original_url: string | null;
  image_url: string | null;
  episode_count: number;
  /** Feed of `playlist.items[].api_url`, newest first. */
  playlist_url: string;
}

export interface User {
  user_id: number;
  permalink: string;
  name: string;
  site_url: string;
}

/** One page of a show's episodes as a player reads it. */
export interface PlaylistFeed {
  playlist: {
    items: PlaylistItem[];
    next_url: string | null;
  };
}

/** `api_url` alone is promised; the rest spares a request for a title. */
export interface PlaylistItem {
  api_url: string;
  episode_id?: number;
  title?: string;
  duration?: number;
  site_url?: string;
  image_url?: string | null;
  published_at?: string;
}

export interface ItemList<Item> {
  items: Item[];
  next_url: string | null;
}

/** A beacon that an ad asks for when something happens to it. */
export interface AdEvent {
  url: string;
  method: 'GET' | 'POST';
}

/** Beacons by the name of what happened, e.g. `impression`, `start`, `firstQuartile`, `complete`. */
export type AdEvents = Partial<Record<string, AdEvent[]>>;

/** The sound of an ad. */
export interface AdAudio {
  http_url: string;
  /** Seconds; the file's own end counts where it says otherwise. Infinity where nothing is claimed. */
  duration: number;
  events: AdEvents;
}

/** One answer of the ads call: an ad with its sound, or beacons that say that there was none. */
export interface AdItem {
  audio: AdAudio | null;
  events: AdEvents;
}
