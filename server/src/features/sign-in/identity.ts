import { AppError } from 'earshot/contract';
import type { SignInProvider } from 'earshot/internal';

/** What a client got from the provider: one token, or a token and its secret (OAuth 1.0a). */
export interface ProviderTokens {
  access_token?: string | undefined;
  token?: string | undefined;
  token_secret?: string | undefined;
}

/** Somebody as a provider knows him. */
export interface Identity {
  /** The provider's own id for him. */
  subject: string;
  name: string | null;
  email: string | null;
  /** True if the provider has made sure that the address is his. */
  isEmailVerified: boolean;
  /** What a connection with Facebook stores besides the id. */
  facebook?: { permissions: string[]; expiresAt: Date | null };
}

/** A profile of a provider. */
export interface Connection {
  provider: SignInProvider;
  identity: Identity;
  /** What the provider has granted to this host. Empty if a program has signed in by itself. */
  tokens: ProviderGrant;
  /** The ticket that the profile came by, which works once. Null if a program has signed in by itself. */
  ticket: string | null;
}

/**
 * Asks a provider whose tokens these are.
 * @throws AppError INVALID_REQUEST without a token, NOT_SIGNED_IN for one that the provider did not make for this host or
 * that has expired, FORBIDDEN if permissions are missing, UNAVAILABLE if the provider does not answer
 */
export type Identify = (tokens: ProviderTokens) => Promise<Identity>;

/** What a browser has brought back from a provider. */
export interface Found {
  identity: Identity;
  /** What the provider lets this host do for the user, for the day when the connection ends. */
  tokens: ProviderGrant;
}

export interface ProviderGrant {
  access_token?: string;
  refresh_token?: string;
  /** OAuth 1.0a. */
  token?: string;
  token_secret?: string;
  /** Whose it is, by the provider's own id. */
  subject?: string;
}

export interface FlowStart {
  /** Comes back with the browser. Cannot be guessed. */
  state: string;
  /** Where the browser comes back to. */
  redirectUri: string;
}

export interface FlowEnd {
  state: string;
  /** What the provider has sent along. */
  parameters: URLSearchParams;
  redirectUri: string;
  /** What `begin` has said. */
  kept: FlowSecrets;
}

/** What belongs to one sign-in under way, and never leaves the server. */
export type FlowSecrets = Readonly<Record<string, string>>;

/** Sends a browser to the provider, and reads what it brings back. */
export interface CodeFlow {
  /** @throws AppError UNAVAILABLE */
  begin(start: FlowStart): Promise<{ url: URL; kept: FlowSecrets }>;
  /**
   * @throws AppError FORBIDDEN if the user has declined or denied a permission, NOT_SIGNED_IN if the answer does not fit
   * the question, UNAVAILABLE
   */
  finish(end: FlowEnd): Promise<Found>;
  /** Gives back what the provider has granted. @throws if the provider does not confirm that */
  revoke(tokens: ProviderGrant): Promise<void>;
}

/** A service that members sign in with. */
export interface Provider {
  identify: Identify;
  /** Null if only programs sign in with this service. */
  codeFlow: CodeFlow | null;
}

export const PROVIDER_NAMES: Readonly<Record<SignInProvider, string>> = {
  facebook: 'Facebook',
  twitter: 'X',
  google: 'Google',
  apple: 'Apple',
};

/** @throws AppError INVALID_REQUEST */
export function requireToken(text: string | undefined): string {
  if (text) return text;
  throw new AppError('INVALID_REQUEST', {
    messages: ['No access token, please try to connect first'],
  });
}

export const DENIED =
  'Login Failure - you may have denied some permission popups during the connection.';

export const denied = (): AppError => new AppError('FORBIDDEN', { messages: [DENIED] });

export const refused = (provider: SignInProvider, cause?: unknown): AppError =>
  new AppError('NOT_SIGNED_IN', {
    cause,
    messages: [`${PROVIDER_NAMES[provider]} does not confirm this sign-in. Please try again.`],
  });

export const unreachable = (provider: SignInProvider, cause?: unknown): AppError =>
  new AppError('UNAVAILABLE', {
    cause,
    messages: [`${PROVIDER_NAMES[provider]} does not answer. Please try again later.`],
  });

/** For the log of a job, which tries again. It names no token. */
export const notGivenBack = (provider: SignInProvider, status: number): Error =>
  new Error(`${PROVIDER_NAMES[provider]} answers ${status} to what it has granted and gets back.`);

export const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
