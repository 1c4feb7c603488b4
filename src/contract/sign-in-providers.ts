import type { Sso } from './auth.ts';
import type { OwnUser } from './users.ts';

/** Services for signing in, with their names in paths. */
export type SignInProvider = 'facebook' | 'twitter' | 'google' | 'apple';

/** Answer to a sign-in through another service. */
export interface Connected {
  /** The bearer token, the same as that of `sso`. */
  token: string;
  user: OwnUser;
  sso: Sso;
}
