import { AppError, type TokenScope } from 'earshot/contract';

/** The sender of a request. */
export interface Actor {
  /** Null for a visitor who is not signed in. */
  readonly userId: number | null;
  /** True for an administrator of this host. */
  readonly isAdmin: boolean;
  /** How the actor signed in. Unsafe requests with a cookie must come from our own pages. */
  readonly via: 'none' | 'session' | 'token';
  /** The session, if the actor signed in with its cookie or its bearer token. */
  readonly sessionId?: number;
  /** The bearer token of that session, for the scripts of our own pages. Only for a request with its cookie. */
  readonly accessToken?: string;
  /** True for a reader whose session cannot be read, because the database is lost. They get the pages of visitors. */
  readonly isUnknown?: true;
  /** The token, if the actor is a program. */
  readonly tokenId?: number;
  /** The scope of that token, if it does not open the whole account. */
  readonly scope?: LimitedScope;
}

/** Whether requests with this method only read (RFC 9110, 9.2.1). */
export const isSafe = (method: string): boolean => /^(GET|HEAD|OPTIONS)$/.test(method);

/** A scope of tokens that opens a part of the account. */
export type LimitedScope = Exclude<TokenScope, 'account'>;

/** Names a login in signatures, e.g. `session-12`. Undefined for a visitor. */
export function loginName({ sessionId, tokenId }: Actor): string | undefined {
  if (sessionId !== undefined) return `session-${sessionId}`;
  return tokenId === undefined ? undefined : `program-${tokenId}`;
}

/** The person that an answer is made for. */
export type Viewer = Pick<Actor, 'userId' | 'isAdmin'>;

export const ANONYMOUS: Actor = { userId: null, isAdmin: false, via: 'none' };
export const UNKNOWN: Actor = { ...ANONYMOUS, isUnknown: true };

/**
 * The id of the requesting user, for routes that the policy opens to members.
 * @throws AppError NOT_SIGNED_IN
 */
export function memberId({ actor }: { actor: Actor }): number {
  if (actor.userId === null) throw new AppError('NOT_SIGNED_IN');
  return actor.userId;
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor;
  }
}
