import type { Database } from '../../platform/database/database.ts';
import { findHostKey, type KeySettings } from '../../platform/host-key.ts';
import { unseal } from '../../platform/seal.ts';
import { listConfirmed } from './repository.ts';

/** Reports authenticator apps whose codes do not work, because their keys were encrypted with another host key. */
export async function* checkSecondFactors(
  database: Database,
  settings: KeySettings,
): AsyncGenerator<string> {
  const key = await findHostKey(settings);
  const factors = await listConfirmed(database);
  const lost = factors.filter(({ secret }) => key === null || unseal(secret, key) === null);
  if (lost.length === 0) return;
  yield `The codes of ${lost.length} authenticator apps do not work, because the host has another key than when they were set up. Put the former key back (HOST_KEY, or host.key in DATA_DIR). Without it, members log in with recovery codes.`;
}
