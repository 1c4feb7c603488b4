/** What can be done with many episodes of a show at once. */
export type BulkAction = 'publish' | 'draft' | 'visibility' | 'delete' | 'restore';

/** What became of one of them. */
export interface BulkResult {
  episode_id: number;
  /** Null for an episode that the show does not have. */
  title: string | null;
  /** What is wrong, in words. Null if it was done. */
  error: string | null;
}

/** Work on many things at once, under `API_URL`. */
export const STUDIO_API_ROUTES = {
  show_bulk: '/show/{show_id}/episodes/bulk',
  show_permalink: '/show/{show_id}/permalink',
  show_move: '/show/{show_id}/feed/move',
} as const;

/** The pages on which authors work, under `SITE_URL`. */
export const STUDIO_PAGE_ROUTES = {
  dashboard: '/dashboard',
  inbox: '/dashboard/messages',
  'episode-messages': '/dashboard/episodes/{episode_id}/messages',
  'new-show': '/dashboard/shows/new',
  'edit-show': '/dashboard/shows/{show_id}/edit',
  calendar: '/dashboard/calendar',
  'show-members': '/dashboard/shows/{show_id}/people',
  fans: '/dashboard/fans',
  'show-feed': '/dashboard/shows/{show_id}/feed',
  'show-episodes': '/dashboard/shows/{show_id}',
  'new-episode': '/dashboard/shows/{show_id}/episodes/new',
  'edit-episode': '/dashboard/episodes/{episode_id}',
  'edit-chapters': '/dashboard/episodes/{episode_id}/chapters',
  'edit-transcript': '/dashboard/episodes/{episode_id}/transcript',
  campaigns: '/dashboard/ads',
  campaign: '/dashboard/ads/{campaign_id}',
  'import-feed': '/dashboard/import',
  'import-show': '/dashboard/import/{import_id}',
} as const;
