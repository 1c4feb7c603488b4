import type { SignInProvider } from 'earshot/internal';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { seal, unseal } from '../../platform/seal.ts';
import { hashSecret } from '../../platform/secrets.ts';
import type { FlowSecrets } from './identity.ts';

const LASTS_MS = 10 * 60_000;

/** What a sign-in under way knows. */
export interface Flow {
  /** In a window of its own, or in place of the page. */
  mode: 'popup' | 'redirect';
  /** To sign in, or to connect the account that is signed in. */
  purpose: 'login' | 'link';
  /** Path and query of the page that follows. */
  next: string;
  /** What the signup has come with. */
  invite?: string | undefined;
  /** Where the window tells the page how it ended. */
  channel: string;
  secrets: FlowSecrets;
}

interface FlowKey {
  provider: SignInProvider;
  state: string;
}

/** Remembers a sign-in for ten minutes. Only the browser that has `browser` can end it. */
export async function insertFlow(
  database: Database,
  { provider, state, browser, flow }: FlowKey & { browser: string; flow: Flow },
): Promise<void> {
  await database.deleteFrom('sign_in_flows').where('expires_at', '<', sql<Date>`now()`).execute();
  await database
    .insertInto('sign_in_flows')
    .values({
      state_hash: hashSecret(state),
      provider,
      browser_hash: hashSecret(browser),
      kept: seal(flow, state),
      expires_at: new Date(Date.now() + LASTS_MS),
    })
    .execute();
}

/** Keeps what a provider has posted. False if there is no such sign-in, or it has its answer. */
export async function keepAnswer(
  database: Database,
  { provider, state, answer }: FlowKey & { answer: string },
): Promise<boolean> {
  const kept = await database
    .updateTable('sign_in_flows')
    .set({ answer: seal(answer, state) })
    .where('state_hash', '=', hashSecret(state))
    .where('provider', '=', provider)
    .where('answer', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('provider')
    .executeTakeFirst();
  return kept !== undefined;
}

/** Ends a sign-in: each state works once. Null if it is unknown, used, too old, or another browser has begun it. */
export async function takeFlow(
  database: Database,
  { provider, state, browser }: FlowKey & { browser: string },
): Promise<{ flow: Flow; answer: string | null } | null> {
  const row = await database
    .deleteFrom('sign_in_flows')
    .where('state_hash', '=', hashSecret(state))
    .where('provider', '=', provider)
    .where('browser_hash', '=', hashSecret(browser))
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['kept', 'answer'])
    .executeTakeFirst();
  const flow = row ? unseal<Flow>(row.kept, state) : null;
  if (!row || !flow) return null;
  return { flow, answer: row.answer && unseal<string>(row.answer, state) };
}
