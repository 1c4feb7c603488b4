/** A picture with the downloads of a show, relative to `SITE_URL`. */
export const BADGE_ROUTES = { show_badge: '/show/{show_id}/downloads.svg' } as const;

/**
 * Addresses of the API that only pages of authors call, relative to `API_URL`. They are apart from the others, because the
 * script of every page contains the tables of its file.
 */
export const AUTHOR_ROUTES = {
  show_numbers_by_age: '/v2/shows/{show_id}/numbers/by-age',
  show_audit: '/show/{show_id}/audit',
  host_audit: '/v2/host/audit',
  show_history: '/v2/shows/{show_id}/numbers/history',
  show_history_host: '/v2/shows/{show_id}/numbers/history/{host}',
} as const;
