import type { SignInProvider } from 'earshot/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { seal, unseal } from '../../platform/seal.ts';
import { hashSecret } from '../../platform/secrets.ts';
import type { FlowSecrets } from './identity.ts';

const LASTS_MS = 10 * 60_000;

/** The data of a sign-in in progress. */
export interface Flow {
  /** In a separate window, or in place of the page. */
  mode: 'popup' | 'redirect';
  /** To sign in, or to connect the signed-in account. */
  purpose: 'login' | 'link';
  /** Path and query of the next page. */
  next: string;
  /** The invite of the signup. */
  invite?: string | undefined;
  /** The channel on which the window reports the result to the page. */
  channel: string;
  secrets: FlowSecrets;
}

interface FlowKey {
  provider: SignInProvider;
  state: string;
}

/** Stores a sign-in for ten minutes. Only the browser with `browser` can end it. */
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

/** Stores the provider's answer. False if there is no such sign-in, or it already has an answer. */
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

/** Ends a sign-in: each state works once. Null if it is unknown, used or expired, or belongs to another browser. */
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
