import type { Sso } from './auth.ts';
import type { OwnUser } from './users.ts';

/** Services for signing in, with their names in paths. `oidc` is the own provider of a host (OpenID Connect). */
export type SignInProvider = 'facebook' | 'twitter' | 'google' | 'apple' | 'oidc';

/** Answer to a sign-in through another service. */
export interface Connected {
  /** The bearer token, the same as that of `sso`. */
  token: string;
  user: OwnUser;
  sso: Sso;
}
