import type { SignInProvider } from 'earshot/contract';

/** Every service that signs in. */
export const SIGN_IN_PROVIDERS = [
  'facebook',
  'twitter',
  'google',
  'apple',
  'oidc',
] as const satisfies readonly SignInProvider[];

/** A service of this host, and whether it signs in to the user's account. */
export interface AccountConnection {
  provider: SignInProvider;
  is_connected: boolean;
}

/** A passkey of an account. */
export interface Passkey {
  passkey_id: number;
  name: string;
  /** ISO 8601. */
  created_at: string;
  last_used_at: string | null;
}

/** One ticket, or the two halves that X uses. */
export type ConnectTokens = { access_token: string } | { token: string; token_secret: string };

/**
 * The result that a sign-in window sends to its page, over the `BroadcastChannel` named by the page. The page answers
 * with the text `taken`, and the window closes.
 */
export type ConnectResult =
  | {
      provider: SignInProvider;
      tokens: ConnectTokens;
      /** The user's name at the service. */
      name: string | null;
    }
  | { provider: SignInProvider; error: string };
