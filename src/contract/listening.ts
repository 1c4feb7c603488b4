/** The pages of a listener, under `SITE_URL`. */
export const LISTENER_PAGE_ROUTES = {
  home: '/home',
  history: '/history',
  queue: '/queue',
} as const;
