/** An account, as administrators see it. */
export interface HostAccount {
  user_id: number;
  permalink: string;
  name: string;
  email: string;
  is_admin: boolean;
  email_verified: boolean;
  /** Shows that are not deleted. */
  shows: number;
  /** ISO 8601. */
  created_at: string;
}

/** A job that waits, runs, or was given up. */
export interface HostJob {
  job_id: number;
  name: string;
  state: 'waiting' | 'running' | 'failed';
  attempts: number;
  max_attempts: number;
  /** What went wrong last. */
  error: string | null;
  /** ISO 8601: when it is tried next. */
  run_at: string;
}

/** What is stored. */
export interface HostStorage {
  users: number;
  shows: number;
  episodes: number;
  files: number;
  /** Bytes of all files, and of the database. */
  media_bytes: number;
  database_bytes: number;
}

/** A notice of the host, as administrators see it. */
export interface HostNotice {
  name: string;
  message: string;
  /** ISO 8601. Null for one that is shown at once. */
  from: string | null;
  /** ISO 8601. Null for one without an end. */
  until: string | null;
}

/** What can change while the host runs. */
export interface HostSettings {
  product_name: string;
  /** One line about the host; the site's own words if it is empty. */
  description: string;
  signup: 'open' | 'invite' | 'closed';
  /** What the uploads of a user may take together, unless his account says otherwise. */
  upload_quota_mb: number;
  /** The host's own texts in Markdown. If one is empty, a file or the general text takes its place. */
  page: string;
  terms: string;
  privacy: string;
}

/** A list of shows or episodes, as administrators see it. */
export interface HostList {
  list_id: number;
  permalink: string;
  title: string;
  description: string;
  type: 'shows' | 'episodes';
  is_published: boolean;
  items: number;
}

/** An item of such a list. */
export interface HostListItem {
  /** Id of the show or the episode. */
  item_id: number;
  title: string;
  url: string;
  /** False if visitors do not see it: it is deleted, private or not published. */
  is_shown: boolean;
}

/** For administrators, under `API_URL`. */
export const ADMIN_API_ROUTES = {
  host_accounts: '/v2/host/accounts',
  host_account: '/v2/host/accounts/{account_id}',
  host_jobs: '/v2/host/jobs',
  host_job_retry: '/v2/host/jobs/{job_id}/retry',
  host_storage: '/v2/host/storage',
  host_lists: '/v2/host/lists',
  host_list: '/v2/host/lists/{list_id}',
  host_list_items: '/v2/host/lists/{list_id}/items',
  host_list_item: '/v2/host/lists/{list_id}/items/{item_id}',
  host_reports: '/v2/host/reports',
  host_report: '/v2/host/reports/{report_id}',
  host_settings: '/v2/host/settings',
  host_notices: '/v2/host/notices',
  host_notice_end: '/v2/host/notices/{name}/end',
} as const;

/** The page of administrators, under `SITE_URL`. */
export const ADMIN_PAGE_ROUTES = {
  admin: '/admin',
  'admin-lists': '/admin/lists',
  'admin-list': '/admin/lists/{list_id}',
  'admin-reports': '/admin/reports',
  'admin-settings': '/admin/settings',
  'admin-campaigns': '/admin/ads',
  'admin-campaign': '/admin/ads/{campaign_id}',
} as const;
