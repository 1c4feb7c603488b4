import type { Deletion } from 'earshot/contract';
import type { DeletionRow } from './repository.ts';

export function toDeletion(row: DeletionRow): Deletion {
  const { kind, show_id, episode_id, title, removed_by_host, deleted_at, restorable_until } = row;
  return {
    ...{ kind, show_id, episode_id, title },
    deleted_at: deleted_at.toISOString(),
    restorable_until: restorable_until.toISOString(),
    removed_by_host,
  };
}
