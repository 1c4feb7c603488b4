import { PAGE_ROUTES, SITE_ROUTES } from 'earshot/contract';

// Every address of the site: those that the package publishes, and those that only its own pages and server use.

/**
 * Every page of the site, relative to `SITE_URL`. In-page navigation loads them. The name of a page is that of its folder
 * in `site/src/pages`.
 */
export const ALL_PAGE_ROUTES = {
  ...PAGE_ROUTES,

  // For listeners
  explore: '/podcasts',
  home: '/home',
  library: '/library',
  history: '/history',
  queue: '/queue',
  'episode-transcript': '/episode/{episode_id}/transcript',
  /** Asks whether to like an episode, because a link may not. */
  like: '/episode/{episode_id}/like',
  /** The query names the thing. */
  report: '/report',

  // Texts of the host
  'numbers-method': '/numbers/method',
  terms: '/terms',
  privacy: '/privacy',
  page: '/page',

  /** A document of Earshot, for developers and hosts. */
  document: '/docs/{document}',

  // The user's own account
  settings: '/account/settings',
  applications: '/account/applications',
  account_deleted: '/account/deleted',
  plans: '/plans',
  plan: '/plans/subscribe/{plan_id}',
  billing: '/cms/settings/plan-and-billing',
  card_error: '/payment/card/error',
  subscribe_error: '/payment/checkout/subscribe/error',

  // For authors
  dashboard: '/dashboard',
  inbox: '/dashboard/messages',
  'episode-messages': '/dashboard/episodes/{episode_id}/messages',
  'new-show': '/dashboard/shows/new',
  'edit-show': '/dashboard/shows/{show_id}/edit',
  calendar: '/dashboard/calendar',
  'show-members': '/dashboard/shows/{show_id}/people',
  deletions: '/dashboard/deleted',
  fans: '/dashboard/fans',
  'show-audit': '/dashboard/shows/{show_id}/log',
  'show-schedule': '/dashboard/shows/{show_id}/schedule',
  'show-numbers': '/dashboard/shows/{show_id}/numbers',
  'show-feed': '/dashboard/shows/{show_id}/feed',
  'private-feeds': '/dashboard/shows/{show_id}/private-feeds',
  'show-episodes': '/dashboard/shows/{show_id}',
  'new-episode': '/dashboard/shows/{show_id}/episodes/new',
  'edit-episode': '/dashboard/episodes/{episode_id}',
  'edit-chapters': '/dashboard/episodes/{episode_id}/chapters',
  'episode-numbers': '/dashboard/episodes/{episode_id}/numbers',
  'edit-transcript': '/dashboard/episodes/{episode_id}/transcript',
  campaigns: '/dashboard/ads',
  campaign: '/dashboard/ads/{campaign_id}',
  'import-feed': '/dashboard/import',
  'import-show': '/dashboard/import/{import_id}',

  // For administrators
  admin: '/admin',
  'admin-lists': '/admin/lists',
  'admin-list': '/admin/lists/{list_id}',
  'admin-reports': '/admin/reports',
  'admin-numbers': '/admin/numbers',
  'admin-audit': '/admin/log',
  'admin-doctor': '/admin/doctor',
  'admin-settings': '/admin/settings',
  'admin-campaigns': '/admin/ads',
  'admin-campaign': '/admin/ads/{campaign_id}',
} as const;

/** Every address of the site, relative to `SITE_URL`. */
export const ALL_SITE_ROUTES = {
  ...SITE_ROUTES,
  ...ALL_PAGE_ROUTES,

  // Forms without JavaScript. Others are posted to the address of their page.
  logout: '/logout',
  account_delete: '/account/delete',
  /** Ends the weekly mail, also without a form. */
  account_mails: '/account/mails',
  block_user: '/account/blocks',
  unblock_user: '/account/blocks/remove',
  mark: '/account/marks/{kind}/{id}',
  comment: '/episode/{episode_id}/comments',
  comment_removal: '/episode/{episode_id}/comments/{message_id}/delete',
  flash_dismissal: '/flashmessages/{name}/close',

  // Redirects to pages
  broadcast: '/broadcast',
  ipad: '/ipad',
  login_sso: '/login/sso',

  /** The frame around Stripe's card field. */
  card_frame: '/payment/card/frame',
  /** Stores the language of a visitor. */
  language: '/lang/{culture}',
  /** The reports of the site's scripts about their jobs. Off by default. */
  metrics: '/metrics/jobs',
  /** `pkg` is the name of a template, or of a package with only one. */
  template: '/util/templates/{pkg}.js',
  template_v2: '/util/templates/v2/common.js',
  /** The script that handles pages while a browser is offline. It must be at the root. */
  worker: '/sw.js',
} as const;
