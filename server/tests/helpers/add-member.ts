import { createSession } from '../../src/features/accounts/sessions.ts';
import type { Database } from '../../src/platform/database/database.ts';

/** A user who is signed in as a program. */
export interface Member {
  userId: number;
  headers: { authorization: string; 'content-type': string };
}

/** Adds a user to the database of servers that run in processes of their own. */
export async function addMember(database: Database, permalink: string): Promise<Member> {
  const { user_id } = await database
    .insertInto('users')
    .values({ permalink, name: permalink, email: `${permalink}@example.org` })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  const { accessToken } = await createSession(database, { userId: user_id });
  return {
    userId: user_id,
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
  };
}
