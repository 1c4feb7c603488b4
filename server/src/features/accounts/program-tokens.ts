import { AppError, type ProgramToken, type TokenScope } from 'earshot/contract';
import type { Database } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { hashSecret, newSecret } from '../../platform/secrets.ts';
import { readName } from './account-fields.ts';
import * as repository from './program-token-repository.ts';
import { lockAccount } from './repository.ts';

export const TOKEN_SCOPES = ['account', 'numbers'] as const satisfies TokenScope[];
const TOKENS_MAX = 100; // of one user

/** The tokens that a user has made for programs, the newest first. */
export async function listProgramTokens(database: Database, userId: number) {
  return (await repository.listProgramTokens(database, userId)).map(toProgramToken);
}

export interface NewToken {
  userId: number;
  name: string;
  /** By default `account`. */
  scope?: TokenScope | undefined;
}

/**
 * Makes a bearer token for a program. The secret is not stored, so it can be shown only once.
 * @throws AppError INVALID_REQUEST for a bad name, or if the user has too many tokens
 */
export function createProgramToken(database: Database, token: NewToken) {
  return database.transaction().execute((transaction) => addProgramToken(transaction, token));
}

/** The same, as part of the caller's transaction. */
export async function addProgramToken(
  transaction: Database,
  { userId, name: text, scope = 'account' }: NewToken,
): Promise<ProgramToken & { secret: string }> {
  const name = readName(text);
  const secret = newSecret();
  await lockAccount(transaction, userId);
  const { length } = await repository.listProgramTokens(transaction, userId);
  if (length >= TOKENS_MAX) {
    throw invalid('name', 'tokens_full', { n: TOKENS_MAX });
  }
  const token = { user_id: userId, name, scope, token_hash: hashSecret(secret) };
  return { ...toProgramToken(await repository.insertProgramToken(transaction, token)), secret };
}

/** @throws AppError NOT_FOUND if the user has no such token */
export async function revokeProgramToken(
  database: Database,
  token: { userId: number; tokenId: number },
): Promise<void> {
  if (!(await repository.deleteProgramToken(database, token))) throw new AppError('NOT_FOUND');
}

function toProgramToken(row: repository.TokenRow): ProgramToken {
  return {
    token_id: row.token_id,
    name: row.name,
    scope: row.scope,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
}
