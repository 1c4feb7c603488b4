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

/** A show as lists of pages show it. */
export type ShowBrief = Omit<Show, 'description' | 'episode_count'>;

/** Addresses of shows in the API, under `API_URL`. */
export const SHOW_API_ROUTES = {
  shows: '/v2/shows',
  show: '/v2/shows/{show_id}',
  show_v1: '/show/{show_id}',
  show_episodes: '/v2/shows/{show_id}/episodes',
  show_episodes_v1: '/show/{show_id}/episodes',
  show_playlist: '/show/{show_id}/episodes/playlist',
} as const;

/** The page of a show, under `SITE_URL`. */
export const SHOW_PAGE_ROUTES = {
  show: '/show/{permalink}',
} as const;
