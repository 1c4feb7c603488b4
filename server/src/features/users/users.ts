import type { User } from 'earshot/contract';
import type { ReadDeps } from '../../feature.ts';
import { findUser } from './repository.ts';
import { toUser } from './to-wire.ts';

export async function getUser(
  { database, config, sources }: ReadDeps,
  permalink: string,
): Promise<User | null> {
  const row = await findUser(database, permalink);
  if (!row) return null;
  sources?.add(`user:${row.user_id}`);
  return toUser(row, config);
}
