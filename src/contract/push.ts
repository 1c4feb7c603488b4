/** Admission to real-time channels, under `SITE_URL`. */
export const PUSH_ROUTES = {
  pusher_auth: '/pusher/auth',
} as const;

/** The HTTP API of Pusher, under `SITE_URL`. The libraries of programs know these addresses. */
export const PUSH_PROGRAM_ROUTES = {
  push_events: '/apps/{app_id}/events',
  push_batch: '/apps/{app_id}/batch_events',
  push_channels: '/apps/{app_id}/channels',
  push_channel: '/apps/{app_id}/channels/{channel_name}',
} as const;
