/** The public data of a user. */
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

/** A user's own data. Other viewers do not get these fields, not even administrators. */
export interface OwnUser extends User {
  email: string | null;
  email_verified: boolean;
  /** A new address that waits until its owner opens the link in the mail. */
  email_pending: string | null;
  /** False for an account that only signs in through other services. */
  has_password: boolean;
  /** True for an administrator of this host. */
  is_admin: boolean;
  /** True if the user gets a mail on Mondays with the downloads of their shows. */
  weekly_mail: boolean;
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
