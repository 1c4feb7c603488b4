import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** Which of these logins (`loginName` of an actor) have ended. */
export async function findEndedLogins(
  database: Database,
  logins: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ login: string }>`
    select login
    from unnest(${logins}::text[]) as login,
      lateral (select split_part(login, '-', 1) as kind, split_part(login, '-', 2)::int as id) as asked
    where not exists (
      select from sessions where asked.kind = 'session' and session_id = asked.id and expires_at > now()
    ) and not exists (
      select from access_tokens
      where asked.kind = 'program' and token_id = asked.id
        and (expires_at is null or expires_at > now())
    )
  `.execute(database);
  return new Set(rows.map(({ login }) => login));
}
