import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';

/** The dependencies of listeners. */
export type ChangeDeps = Pick<FeatureDeps, 'config' | 'jobs'>;
type Listener = (deps: ChangeDeps, transaction: Database, showId: number) => Promise<void>;
const listeners: Listener[] = [];

/**
 * Calls the listener when a show or one of its public episodes changes, in the transaction that changes it: to add a
 * job, for example. A feature calls this once, in its `jobs.ts`.
 */
export function onShowChanged(listener: Listener): void {
  listeners.push(listener);
}

/** Announces a public change of this show or its episodes. Call it in the transaction of the change. */
export async function announceShow(
  deps: ChangeDeps,
  transaction: Database,
  showId: number,
): Promise<void> {
  for (const listener of listeners) await listener(deps, transaction, showId);
}
