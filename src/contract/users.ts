/** What everybody may know of a user. */
export interface User {
  user_id: number;
  permalink: string;
  name: string;
  /** Plain text. */
  description: string;
  site_url: string;
  image_original_url: string | null;
  image_url: string | null;
}

/** A user as he sees himself. Nobody else gets these fields, administrators included. */
export interface OwnUser extends User {
  email: string | null;
  email_verified: boolean;
  /** A new address that waits until its owner opens the link that was sent there. */
  email_pending: string | null;
  /** False for an account that signs in at other services alone. */
  has_password: boolean;
  /** True for an administrator of this host. */
  is_admin: boolean;
  gender: string | null;
  /** A day: YYYY-MM-DD. */
  birthday: string | null;
  fb_user_id: string | null;
  fb_auth_token_expires_at: string | null;
  fb_permissions: string[] | null;
  tw_user_id: string | null;
  go_user_id: string | null;
  ap_user_id: string | null;
  yt_user_id: string | null;
  tb_blog_name: string | null;
}

/** Whether a permalink is free. */
export interface PermalinkChoice {
  value: string;
  available: boolean;
}

/** Addresses of users in the API, under `API_URL`. `user_id` is an id or a permalink. */
export const USER_API_ROUTES = {
  user: '/v2/users/{user_id}',
  user_v1: '/user/{user_id}',
  user_permalink: '/user/{user_id}/permalink',
  user_cover: '/user/{user_id}/cover',
  user_export: '/user/{user_id}/export',
} as const;

/** The page of a user, under `SITE_URL`. */
export const USER_PAGE_ROUTES = {
  user: '/user/{permalink}',
} as const;
