import type { Sso } from './auth.ts';
import type { OwnUser } from './users.ts';

/** Services that somebody can sign in with. Paths name them so. */
export const SIGN_IN_PROVIDERS = ['facebook', 'twitter', 'google', 'apple'] as const;

export type SignInProvider = (typeof SIGN_IN_PROVIDERS)[number];

/** Answer to a sign-in through another service. */
export interface Connected {
  /** The bearer token, the same as that of `sso`. */
  token: string;
  user: OwnUser;
  sso: Sso;
}

/** Sign-in through another service, under `API_URL`. The provider is facebook, twitter, google or apple. */
export const PROVIDER_API_ROUTES = {
  connect: '/{provider}/connect',
  provider_signup: '/{provider}/signup',
} as const;

/** The services that sign in to one's own account, under `API_URL`. */
export const CONNECTION_API_ROUTES = {
  connections: '/v2/me/connections',
  connection: '/v2/me/connections/{provider}',
} as const;

/** A service of this host, and whether it signs in to one's own account. */
export interface AccountConnection {
  provider: SignInProvider;
  is_connected: boolean;
}

/** One ticket, or the two halves of it that X has. */
export type ConnectTokens = { access_token: string } | { token: string; token_secret: string };

/**
 * How a window that has led to a service tells the page how it ended, over the `BroadcastChannel` that the page has named.
 * The page answers with the text `taken`, and the window closes.
 */
export type ConnectResult =
  | {
      provider: SignInProvider;
      tokens: ConnectTokens;
      /** What the service says of the user. */
      name: string | null;
    }
  | { provider: SignInProvider; error: string };
