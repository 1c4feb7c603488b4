/** One page of a show's episodes in the form for players. */
export interface PlaylistFeed {
  playlist: {
    items: PlaylistItem[];
    next_url: string | null;
  };
}

/** Only `api_url` is guaranteed. The other fields save a request for a title. */
export interface PlaylistItem {
  api_url: string;
  episode_id?: number;
  title?: string;
  /** BCP 47: the language of the title. */
  show_language?: string;
  duration?: number;
  site_url?: string;
  image_url?: string | null;
  published_at?: string | null;
  season?: number | null;
  episode_number?: number | null;
}
