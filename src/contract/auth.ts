import type { OwnUser } from './users.ts';

/** A bearer token. */
export interface Sso {
  token: string;
  /** ISO 8601, UTC. Each use of a session extends it. */
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
  /** True for the requesting session. */
  is_current: boolean;
}

/** `account` opens everything that its user may do, `numbers` only their figures and public data, for reading. */
export type TokenScope = 'account' | 'numbers';

/** A bearer token for a program. */
export interface ProgramToken {
  token_id: number;
  name: string;
  scope: TokenScope;
  created_at: string;
  last_used_at: string | null;
}
