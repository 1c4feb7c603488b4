/**
 * Addresses that only the pages of a sign-in use, relative to `SITE_URL`. They are apart from the others, because the script
 * of every page contains the tables of its file.
 */
export const SIGN_IN_PAGES = {
  /** Signs in with a link of the operator. */
  login_link: '/login/link',
  /** The second step of a login. */
  login_code: '/login/code',
  /** A login with a passkey. */
  login_passkey: '/login/passkey',
  /** Sets up an authenticator app. */
  second_factor: '/account/second-factor',
  /** The second step of a sign-in with another service. */
  connect_code: '/connect/code',
} as const;

/** The same of the API, relative to `API_URL`. */
export const SIGN_IN_ROUTES = {
  /** For administrators. */
  host_account_factor: '/v2/host/accounts/{account_id}/second-factor',
  passkeys: '/v2/me/passkeys',
  passkey: '/v2/me/passkeys/{passkey_id}',
  passkey_options: '/v2/me/passkeys/options',
  passkey_login: '/v2/auth/passkey',
  passkey_login_options: '/v2/auth/passkey/options',
} as const;
