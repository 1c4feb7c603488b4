import type { OwnUser } from './users.ts';

/** A bearer token. */
export interface Sso {
  token: string;
  /** ISO 8601, UTC. Each use of a session moves its end. */
  expires_at: string;
}

/** Answer to a login. */
export interface Login {
  user: OwnUser;
  sso: Sso;
}

/** A login that lasts until it is revoked or expires. */
export interface Session {
  session_id: number;
  user_agent: string;
  created_at: string;
  last_used_at: string;
  expires_at: string;
  /** True for the session that asks. */
  is_current: boolean;
}

/** A bearer token for a program. */
export interface ProgramToken {
  token_id: number;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

/** Sign-in and one's own account, under `API_URL`. */
export const AUTH_API_ROUTES = {
  sso: '/v2/auth/sso',
  signup: '/v2/auth/signup',
  login: '/v2/auth/login',
  logout: '/v2/auth/logout',
  email_verify: '/v2/auth/email/verify',
  email_resend: '/v2/auth/email/resend',
  password_forgot: '/v2/auth/password/forgot',
  password_reset: '/v2/auth/password/reset',
  me: '/v2/me',
  sessions: '/v2/me/sessions',
  session: '/v2/me/sessions/{session_id}',
  tokens: '/v2/me/tokens',
  token: '/v2/me/tokens/{token_id}',
} as const;

/** Pages of the site about who is signed in, under `SITE_URL`. */
export const LOGIN_PAGE_ROUTES = {
  login: '/login',
  signup: '/signup',
} as const;

/** Pages of one's own account, under `SITE_URL`. */
export const ACCOUNT_PAGE_ROUTES = {
  settings: '/account/settings',
  applications: '/account/applications',
  account_deleted: '/account/deleted',
} as const;

/** Addresses of the site that forms post to, under `SITE_URL`. A form to the page of the login logs in, one to the signup signs up. */
export const AUTH_FORM_ROUTES = {
  logout: '/logout',
  account_delete: '/account/delete',
} as const;

/** Pages that links of mails open, and the page that sets up a new host, under `SITE_URL`. */
export const AUTH_PAGE_ROUTES = {
  setup: '/setup',
  login_verify: '/login/verify',
  login_reset: '/login/reset',
  account_archive: '/account/archive',
} as const;
