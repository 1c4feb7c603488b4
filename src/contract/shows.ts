import type { ShowFeedFields } from './podcasting.ts';

/** The feed's own fields, its guid among them, are there only for those who may edit the show. */
export interface Show extends Partial<ShowFeedFields> {
  show_id: number;
  user_id: number;
  title: string;
  permalink: string;
  user_permalink: string;
  author: string;
  /** Sanitised HTML. */
  description: string;
  language: string;
  /** The first of the categories. */
  category: string | null;
  /** Names of Apple's categories, a parent before its subcategories. */
  categories: string[];
  keywords: string[];
  explicit: boolean;
  /** The show's own website, if it names one. */
  link_url: string | null;
  site_url: string;
  api_url: string;
  image_original_url: string | null;
  image_url: string | null;
  /** Accent of the picture as `rrggbb`. Null without a picture, and for a grey one. */
  image_color?: string | null;
  episode_count: number;
  /** Feed of `playlist.items[].api_url`, newest first. */
  playlist_url: string;
}

/** A show as lists of pages show it. */
export type ShowBrief = Omit<Show, 'description' | 'episode_count' | keyof ShowFeedFields>;

/** Addresses of shows in the API, under `API_URL`. */
export const SHOW_API_ROUTES = {
  shows: '/v2/shows',
  show: '/v2/shows/{show_id}',
  show_v1: '/show/{show_id}',
  shows_v1: '/show',
  show_cover: '/show/{show_id}/cover',
  show_restore: '/show/{show_id}/restore',
  show_episodes: '/v2/shows/{show_id}/episodes',
  show_episodes_v1: '/show/{show_id}/episodes',
  show_playlist: '/show/{show_id}/episodes/playlist',
} as const;

/** The page of a show, under `SITE_URL`. */
export const SHOW_PAGE_ROUTES = {
  show: '/show/{permalink}',
} as const;
