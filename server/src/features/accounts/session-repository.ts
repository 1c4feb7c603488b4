import type { TokenScope } from 'earshot/contract';
import { type Insertable, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { PREPARED } from '../../platform/database/prepared.ts';
import type { Schema } from '../../platform/database/tables.ts';

export async function insertSession(database: Database, session: Insertable<Schema['sessions']>) {
  await database.insertInto('sessions').values(session).execute();
}

const isAlive = sql<boolean>`sessions.expires_at > now()`;

export function findSessionByCookie(database: Database, secretHash: Buffer) {
  return database
    .selectFrom('sessions')
    .modifyFront(PREPARED)
    .innerJoin('users', 'users.user_id', 'sessions.user_id')
    .select(['users.user_id', 'users.is_admin', 'session_id', 'sessions.last_used_at'])
    .where(isAlive)
    .where('users.deleted_at', 'is', null)
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst();
}

export interface LoginRow {
  user_id: number;
  is_admin: boolean;
  kind: 'session' | 'program';
  /** The id of the session or the token. */
  id: number;
  last_used_at: Date | null;
  scope: TokenScope;
}

/** The session or program of a bearer token. One query for both, because every signed-in call needs it. */
export async function findByTokenHash(database: Database, hash: Buffer) {
  const { rows } = await sql<LoginRow>`
    select ${PREPARED} users.user_id, users.is_admin, login.kind, login.id, login.last_used_at,
      login.scope
    from (
      select user_id, 'session' as kind, session_id as id, last_used_at, 'account' as scope from sessions
      where access_hash = ${hash} and ${isAlive}
      union all
      select user_id, kind, token_id, last_used_at, scope from access_tokens
      where token_hash = ${hash} and kind = 'program'
        and (expires_at is null or expires_at > now())
    ) as login join users on users.user_id = login.user_id
    where users.deleted_at is null
  `.execute(database);
  return rows[0];
}

export async function touchSession(
  database: Database,
  { sessionId, expiresAt }: { sessionId: number; expiresAt: Date },
): Promise<void> {
  await database
    .updateTable('sessions')
    .set({ last_used_at: sql`now()`, expires_at: expiresAt })
    .where('session_id', '=', sessionId)
    .execute();
}

/** The newest use first. */
export function listSessions(database: Database, userId: number) {
  return database
    .selectFrom('sessions')
    .select(['session_id', 'user_agent', 'created_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where(isAlive)
    .orderBy('last_used_at', 'desc')
    .orderBy('session_id', 'desc')
    .execute();
}

/** False if the user has no such session. */
export async function deleteSession(
  database: Database,
  { userId, sessionId }: { userId: number; sessionId: number },
): Promise<boolean> {
  const row = await database
    .deleteFrom('sessions')
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .returning('session_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends all sessions of a user except one. */
export async function deleteSessions(
  database: Database,
  { userId, except = null }: { userId: number; except?: number | null },
): Promise<void> {
  const all = database.deleteFrom('sessions').where('user_id', '=', userId);
  await (except === null ? all : all.where('session_id', '<>', except)).execute();
}
