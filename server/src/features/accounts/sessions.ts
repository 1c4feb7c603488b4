import { createHash } from 'node:crypto';
import { AppError, type Session } from 'earshot/contract';
import type { Database } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashSecret, newSecret } from '../../platform/secrets.ts';
import {
  deleteProgramToken,
  listProgramTokens,
  touchProgramToken,
} from './program-token-repository.ts';
import { lockAccount } from './repository.ts';
import * as repository from './session-repository.ts';

const SESSION_LASTS_MS = 30 * 86_400_000; // from its last use
const TOUCH_AFTER_MS = 3_600_000; // a session in use costs one write an hour

export interface NewLogin {
  /** Value of the session cookie. */
  secret: string;
  /** Bearer token of the same session. */
  accessToken: string;
  expiresAt: Date;
}

/** Signs a user in. Each login has a new secret, so a secret from before the login is useless. */
export async function createSession(
  database: Database,
  { userId, userAgent = '' }: { userId: number; userAgent?: string | undefined },
): Promise<NewLogin> {
  const secret = newSecret();
  const accessToken = accessTokenOf(secret);
  const expiresAt = sessionEnd();
  await repository.insertSession(database, {
    user_id: userId,
    secret_hash: hashSecret(secret),
    access_hash: hashSecret(accessToken),
    user_agent: userAgent.slice(0, 300),
    expires_at: expiresAt,
  });
  return { secret, accessToken, expiresAt };
}

/**
 * Signs a user in whose password, code or key was checked before. A change of the account may have come in between and
 * ended all sessions, so `prove` checks again, under the lock of the account, that the proof still counts.
 */
export function signIn(
  database: Database,
  user: { userId: number; userAgent?: string | undefined },
  prove: (transaction: Database) => Promise<void>,
): Promise<NewLogin> {
  return database.transaction().execute(async (transaction) => {
    await lockAccount(transaction, user.userId);
    await prove(transaction);
    return createSession(transaction, user);
  });
}

/**
 * Locks the account of an actor who is about to make another access to it.
 * @throws AppError NOT_SIGNED_IN if their own login has ended meanwhile
 */
export async function lockLogin(transaction: Database, { userId, sessionId, tokenId }: Actor) {
  if (userId === null) throw new AppError('NOT_SIGNED_IN');
  await lockAccount(transaction, userId);
  const isAlive =
    sessionId === undefined
      ? (await listProgramTokens(transaction, userId)).some(({ token_id }) => token_id === tokenId)
      : (await repository.listSessions(transaction, userId)).some(
          ({ session_id }) => session_id === sessionId,
        );
  if (!isAlive) throw new AppError('NOT_SIGNED_IN');
}

/** Ends the actor's session or program token. */
export async function endLogin(database: Database, { userId, sessionId, tokenId }: Actor) {
  if (userId === null) return;
  if (sessionId !== undefined) await repository.deleteSession(database, { userId, sessionId });
  if (tokenId !== undefined) await deleteProgramToken(database, { userId, tokenId });
}

/** The actor of a session cookie. Null if the session has ended. */
export async function findByCookie(database: Database, secret: string): Promise<Actor | null> {
  const session = await repository.findSessionByCookie(database, hashSecret(secret));
  if (!session) return null;
  await touchSession(database, session);
  const { user_id, is_admin, session_id } = session;
  const accessToken = accessTokenOf(secret);
  return { userId: user_id, isAdmin: is_admin, via: 'session', sessionId: session_id, accessToken };
}

/** The actor of a bearer token, of a session or of a program. Null if it was revoked or has expired. */
export async function findByToken(database: Database, token: string): Promise<Actor | null> {
  const login = await repository.findByTokenHash(database, hashSecret(token));
  if (!login) return null;
  const { user_id, is_admin, kind, id, last_used_at, scope } = login;
  if (kind === 'session') {
    await touchSession(database, { session_id: id, last_used_at });
    return { userId: user_id, isAdmin: is_admin, via: 'token', sessionId: id };
  }
  if (isStale(last_used_at)) await touchProgramToken(database, id);
  const actor: Actor = { userId: user_id, isAdmin: is_admin, via: 'token', tokenId: id };
  return scope === 'account' ? actor : { ...actor, scope };
}

async function touchSession(
  database: Database,
  session: { session_id: number; last_used_at: Date | null },
): Promise<void> {
  if (!isStale(session.last_used_at)) return;
  const use = { sessionId: session.session_id, expiresAt: sessionEnd() };
  await repository.touchSession(database, use);
}

const YOUNG_MS = 3_600_000;

/**
 * Requires a login of the last hour, for a step that needs a proof of an account without a password.
 * @throws AppError FORBIDDEN
 */
export async function requireYoungSession(database: Database, { userId, sessionId }: Actor) {
  const sessions = userId === null ? [] : await repository.listSessions(database, userId);
  const own = sessions.find(({ session_id }) => session_id === sessionId);
  if (own && Date.now() - own.created_at.getTime() < YOUNG_MS) return;
  throw new Refusal('FORBIDDEN', 'login_too_old');
}

/** The sessions of a user, the newest use first. */
export async function listSessions(
  database: Database,
  { userId, sessionId }: { userId: number; sessionId?: number | undefined },
): Promise<Session[]> {
  const rows = await repository.listSessions(database, userId);
  return rows.map((row) => ({
    session_id: row.session_id,
    user_agent: row.user_agent,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    is_current: row.session_id === sessionId,
  }));
}

/** @throws AppError NOT_FOUND if the user has no such session */
export async function revokeSession(
  database: Database,
  session: { userId: number; sessionId: number },
): Promise<void> {
  if (!(await repository.deleteSession(database, session))) throw new AppError('NOT_FOUND');
}

/** Ends the sessions of a user, except the requesting one. */
export async function revokeOtherSessions(
  database: Database,
  { userId, sessionId }: { userId: number; sessionId?: number | undefined },
): Promise<void> {
  await repository.deleteSessions(database, { userId, except: sessionId ?? null });
}

const sessionEnd = () => new Date(Date.now() + SESSION_LASTS_MS);

const isStale = (usedAt: Date | null) =>
  usedAt === null || Date.now() - usedAt.getTime() > TOUCH_AFTER_MS;

/**
 * The bearer token of a session, derived from the secret of its cookie: a page can give the token to its scripts
 * although the database stores no secret, and the token does not reveal the cookie.
 */
function accessTokenOf(sessionSecret: string): string {
  return createHash('sha256').update(`access token of ${sessionSecret}`).digest('base64url');
}
