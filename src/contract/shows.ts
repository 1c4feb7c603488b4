import type { ShowFeedFields } from './podcasting.ts';

/** The feed's own fields, including its guid, are present only for editors of the show. */
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
  /** The show's own website, if there is one. */
  link_url: string | null;
  site_url: string;
  api_url: string;
  image_original_url: string | null;
  image_url: string | null;
  /** Accent of the picture as `rrggbb`. Null without a picture, and for a grey one. */
  image_color?: string | null;
  episode_count: number;
  /** Rounded down. Present if the author shows them to everybody. */
  downloads?: number;
  /** For editors: options for all players of the show on other pages, as in the query of a player's address. */
  player_options?: string;
  /** For editors: whether those apply instead of the options in the code of a page. */
  player_override?: boolean;
  /** Feed of `playlist.items[].api_url`, newest first. */
  playlist_url: string;
}

/** A show in the form for lists. */
export type ShowBrief = Omit<
  Show,
  | 'description'
  | 'episode_count'
  | 'downloads'
  | 'player_options'
  | 'player_override'
  | keyof ShowFeedFields
>;
