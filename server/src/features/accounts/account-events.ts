import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { listPasskeys, removePasskeys } from '../passkeys/passkeys.ts';
import { deleteTokens, listProgramTokens } from './program-token-repository.ts';

/** The dependencies of listeners. */
export type EventDeps = Pick<FeatureDeps, 'jobs'>;

/** Access to an account that outlives its password. */
export interface LastingAccess {
  /** Names for its owner. */
  list(deps: Pick<FeatureDeps, 'config' | 'database'>, userId: number): Promise<string[]>;
  end(deps: EventDeps, transaction: Database, userId: number): Promise<void>;
}

const kinds: LastingAccess[] = [
  {
    list: async ({ database }, userId) =>
      (await listProgramTokens(database, userId)).map(({ name }) => name),
    end: (_deps, transaction, userId) => deleteTokens(transaction, userId),
  },
  {
    list: async ({ database }, userId) =>
      (await listPasskeys(database, userId)).map(({ name }) => name),
    end: async (_deps, transaction, userId) => void (await removePasskeys(transaction, userId)),
  },
];

/**
 * Features that depend on accounts name what they give, so that accounts need not import them. Each does so once, in
 * its `jobs.ts`.
 */
export function onAccountTakeover(access: LastingAccess): void {
  kinds.push(access);
}

/** The tokens of programs and the connected services of an account. */
export const listAccess: LastingAccess['list'] = async (deps, userId) => {
  const names = await Promise.all(kinds.map(({ list }) => list(deps, userId)));
  return [...new Set(names.flat())];
};

/** Ends every access to an account that may be a stranger's, in the transaction that gives the account to its owner. */
export const endAccess: LastingAccess['end'] = async (...takeover) => {
  for (const { end } of kinds) await end(...takeover);
};
