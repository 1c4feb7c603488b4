/** Admission to real-time channels, under `SITE_URL`. */
export const PUSH_ROUTES = {
  pusher_auth: '/pusher/auth',
} as const;
