import type { AppError, SignInProvider } from 'earshot/contract';
import type { SignInSettings } from '../../config/sign-in.ts';
import { Refusal, type Said } from '../../platform/http/refusal.ts';

/** The tokens that a client got from the provider: one token, or a token and its secret (OAuth 1.0a). */
export interface ProviderTokens {
  access_token?: string | undefined;
  token?: string | undefined;
  token_secret?: string | undefined;
}

/** A person, as identified by a provider. */
export interface Identity {
  /** The provider's id of the person. */
  subject: string;
  name: string | null;
  email: string | null;
  /** True if the provider has verified the address. */
  isEmailVerified: boolean;
  /** Facts that a connection with Facebook stores besides the id. */
  facebook?: { permissions: string[]; expiresAt: Date | null };
  /** Facts of the own provider of this host. */
  own?: {
    /** The provider's address. */
    issuer: string;
    /** Whether a group of the person makes them an administrator. Null if groups decide nothing here. */
    isAdmin: boolean | null;
  };
}

/** A profile of a provider. */
export interface Connection {
  provider: SignInProvider;
  identity: Identity;
  /** The provider's grants to this host. Empty if a program has signed in. */
  tokens: ProviderGrant;
  /** The single-use ticket of the profile. Null if a program has signed in. */
  ticket: string | null;
}

/**
 * Asks a provider for the owner of tokens.
 * @throws AppError INVALID_REQUEST without a token, NOT_SIGNED_IN for a token that has expired or was not made for
 * this host, FORBIDDEN if permissions are missing, UNAVAILABLE if the provider does not answer
 */
export type Identify = (tokens: ProviderTokens) => Promise<Identity>;

/** The identity that a browser has brought back from a provider. */
export interface Found {
  identity: Identity;
  /** The permissions that this host has at the provider, which are revoked when the connection ends. */
  tokens: ProviderGrant;
}

export interface ProviderGrant {
  access_token?: string;
  refresh_token?: string;
  /** OAuth 1.0a. */
  token?: string;
  token_secret?: string;
  /** The provider's id of the owner. */
  subject?: string;
}

export interface FlowStart {
  /** Returned by the browser. It cannot be guessed. */
  state: string;
  /** The address to which the browser returns. */
  redirectUri: string;
}

export interface FlowEnd {
  state: string;
  /** The parameters of the provider. */
  parameters: URLSearchParams;
  redirectUri: string;
  /** The secrets from `begin`. */
  kept: FlowSecrets;
}

/** Secrets of one sign-in in progress, which never leave the server. */
export type FlowSecrets = Readonly<Record<string, string>>;

/** Redirects a browser to the provider, and reads the result. */
export interface CodeFlow {
  /** @throws AppError UNAVAILABLE */
  begin(start: FlowStart): Promise<{ url: URL; kept: FlowSecrets }>;
  /**
   * @throws AppError FORBIDDEN if the user has declined or denied a permission, NOT_SIGNED_IN if the answer does not
   * match the request, UNAVAILABLE
   */
  finish(end: FlowEnd): Promise<Found>;
  /** Revokes the provider's grants. @throws if the provider does not confirm it */
  revoke(tokens: ProviderGrant): Promise<void>;
}

/** A service that members sign in with. */
export interface Provider {
  identify: Identify;
  /** Null if only programs sign in with this service. */
  codeFlow: CodeFlow | null;
}

export const PROVIDER_NAMES = {
  facebook: 'Facebook',
  twitter: 'X',
  google: 'Google',
  apple: 'Apple',
} as const satisfies Partial<Record<SignInProvider, string>>;

/** The name of a service for people. */
export const nameOfProvider = (
  provider: SignInProvider,
  { oidc }: Pick<SignInSettings, 'oidc'>,
): string => (provider === 'oidc' ? (oidc?.name ?? 'OpenID Connect') : PROVIDER_NAMES[provider]);

/** @throws AppError INVALID_REQUEST */
export function requireToken(text: string | undefined): string {
  if (text) return text;
  throw new Refusal('INVALID_REQUEST', 'no_access_token');
}

export const DENIED: Said = { words: 'login_failure' };

export const denied = (): AppError => new Refusal('FORBIDDEN', [DENIED]);

/** @param name the name of the service for people */
export const refused = (name: string, cause?: unknown): AppError =>
  new Refusal('NOT_SIGNED_IN', [{ words: 'sign_in_unconfirmed', values: { name } }], { cause });

export const unreachable = (name: string, cause?: unknown): AppError =>
  new Refusal('UNAVAILABLE', [{ words: 'provider_silent', values: { name } }], { cause });

/** For the log of a job, which retries. It contains no token. */
export const notGivenBack = (name: string, status: number): Error =>
  new Error(`${name} answers ${status} to what it has granted and gets back.`);

export const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
