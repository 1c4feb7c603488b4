import { API_ROUTES } from 'earshot/contract';

/**
 * All addresses of the API, relative to `API_URL`. A client calls those that the package does not publish by path. They are
 * apart from those of the pages, because the script of every page contains the tables of its file.
 */
export const ALL_API_ROUTES = {
  ...API_ROUTES,

  // The user's own things. `user_id` is an id or a permalink.
  connections: '/v2/me/connections',
  connection: '/v2/me/connections/{provider}',
  deletions: '/user/{user_id}/deletions',
  inbox: '/v2/me/inbox',
  inbox_count: '/v2/me/inbox/count',
  shared_shows: '/v2/me/shared-shows',
  shared_show: '/v2/me/shared-shows/{show_id}',

  // For authors
  show_bulk: '/show/{show_id}/episodes/bulk',
  show_permalink: '/show/{show_id}/permalink',
  show_move: '/show/{show_id}/feed/move',
  show_members: '/show/{show_id}/members',
  show_member: '/show/{show_id}/members/{member_id}',
  show_audit: '/show/{show_id}/audit',
  show_numbers_by_age: '/v2/shows/{show_id}/numbers/by-age',
  show_history: '/v2/shows/{show_id}/numbers/history',
  show_history_host: '/v2/shows/{show_id}/numbers/history/{host}',

  // Reports
  report_episode: '/v2/episodes/{episode_id}/reports',
  report_show: '/v2/shows/{show_id}/reports',
  report_user: '/v2/users/{user_id}/reports',
  report_message: '/v2/messages/{message_id}/reports',

  // Ads
  ads_listen: '/v3/ads/listen',
  ads_event: '/v3/ads/event/{event}',
  user_campaigns: '/v2/user/{user_id}/ads/campaigns',
  user_campaign: '/v2/user/{user_id}/ads/campaigns/{campaign_id}',
  host_campaigns: '/v2/host/ads/campaigns',
  host_campaign: '/v2/host/ads/campaigns/{campaign_id}',

  // Payments
  payment_plans: '/v2/payment/plans',
  payment_webhooks: '/v2/payment/webhooks',
  subscription_preview: '/v2/payment/subscription/preview',
  billing_details: '/v2/payment/details',

  // For administrators
  host_accounts: '/v2/host/accounts',
  host_account: '/v2/host/accounts/{account_id}',
  host_jobs: '/v2/host/jobs',
  host_job_retry: '/v2/host/jobs/{job_id}/retry',
  host_storage: '/v2/host/storage',
  host_numbers: '/v2/host/numbers',
  host_lists: '/v2/host/lists',
  host_list: '/v2/host/lists/{list_id}',
  host_list_items: '/v2/host/lists/{list_id}/items',
  host_list_item: '/v2/host/lists/{list_id}/items/{item_id}',
  host_reports: '/v2/host/reports',
  host_report: '/v2/host/reports/{report_id}',
  host_doctor: '/v2/host/doctor',
  host_doctor_visit: '/v2/host/doctor/{visit_id}',
  host_settings: '/v2/host/settings',
  host_invites: '/v2/host/invites',
  host_notices: '/v2/host/notices',
  host_notice_end: '/v2/host/notices/{name}/end',
  host_audit: '/v2/host/audit',
} as const;

/** A picture with the downloads of a show, relative to `SITE_URL`. */
export const BADGE_ROUTES = { show_badge: '/show/{show_id}/downloads.svg' } as const;
