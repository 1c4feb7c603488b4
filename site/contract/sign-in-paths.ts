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
  // Sign-in with other services. Each step is a separate page, because services redirect to it.
  /** Redirects to the service in `provider`. */
  connect: '/connect',
  /** The return address of a service. */
  connect_callback: '/connect/callback/{provider}',
  /** The page that has opened a window logs in (PUT) or signs up (POST) here with the window's result. */
  connect_window: '/connect/window/{provider}',
  connect_login: '/connect/login',
  connect_signup: '/connect/signup',
  connect_connected: '/connect/connected',
  /** The second step. */
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
