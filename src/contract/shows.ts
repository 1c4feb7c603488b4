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
