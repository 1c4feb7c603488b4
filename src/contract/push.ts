/** Under `SITE_URL`: admission to real-time channels, and the HTTP API of Pusher for programs of the host. */
export const PUSH_ROUTES = {
  pusher_auth: '/pusher/auth',
  push_events: '/apps/{app_id}/events',
  push_batch: '/apps/{app_id}/batch_events',
  push_channels: '/apps/{app_id}/channels',
  push_channel: '/apps/{app_id}/channels/{channel_name}',
} as const;
