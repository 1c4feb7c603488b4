import type { User } from 'earshot/contract';
import type { ReadDeps } from '../../feature.ts';
import { findUser } from './repository.ts';
import { toUser } from './to-wire.ts';

export async function getUser(
  { database, config }: ReadDeps,
  permalink: string,
): Promise<User | null> {
  const row = await findUser(database, permalink);
  return row && toUser(row, config);
}
