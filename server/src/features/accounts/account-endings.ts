import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';

/** The parts that listeners need. */
export type EndingDeps = Pick<FeatureDeps, 'jobs'>;
type Listener = (deps: EndingDeps, transaction: Database, userId: number) => Promise<void>;
const listeners: Listener[] = [];

/**
 * Calls the listener when an account ends, in the transaction that ends it. The account is still whole then. A feature
 * that is built on accounts calls this once, in its `jobs.ts`.
 */
export function onAccountEnding(listener: Listener): void {
  listeners.push(listener);
}

export async function announceEnding(
  deps: EndingDeps,
  transaction: Database,
  userId: number,
): Promise<void> {
  for (const listener of listeners) await listener(deps, transaction, userId);
}
