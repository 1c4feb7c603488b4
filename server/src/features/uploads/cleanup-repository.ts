import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { UploadState } from '../../platform/database/tables.ts';
import { removeUploads } from './repository.ts';

/** True for an upload that is not used by an episode, not even by a deleted one. */
const isUnused = sql<boolean>`not exists (
  select from episodes where episodes.upload_id = uploads.upload_id)`;

/** Removes a user's uploads that no episode uses, in one of these states. */
export async function markDeletedOf(
  database: Database,
  { userId, states }: { userId: number; states: readonly UploadState[] },
): Promise<void> {
  await removeUploads(database)
    .where('user_id', '=', userId)
    .where('state', 'in', states)
    .where(isUnused)
    .execute();
}

/** Removes expired unfinished uploads, and returns their ids. */
export async function expire(database: Database, now: Date): Promise<number[]> {
  const rows = await database
    .updateTable('uploads')
    .set({ deleted_at: now, reserved_size: 0 })
    .where('state', '=', 'uploading')
    .where('expires_at', '<', now)
    .where('deleted_at', 'is', null)
    .returning('upload_id')
    .execute();
  return rows.map(({ upload_id }) => upload_id);
}

/** Removes finished uploads that no episode uses, not even a deleted one that can be restored. */
export async function dropUnused(database: Database, before: Date): Promise<void> {
  await removeUploads(database)
    .where('state', 'in', ['uploaded', 'ready', 'failed'])
    .where('updated_at', '<', before)
    .where(isUnused)
    .execute();
}

/** Releases the files of failed uploads. */
export async function releaseFailed(database: Database, before: Date): Promise<void> {
  await database
    .updateTable('uploads')
    .set({ media_id: null, original_media_id: null, reserved_size: 0 })
    .where('state', '=', 'failed')
    .where('updated_at', '<', before)
    .where('media_id', 'is not', null)
    .execute();
}

/** Unfinished uploads with ids above `after`, in order. */
export async function listUnfinished(
  database: Database,
  { after, limit }: { after: number; limit: number },
): Promise<{ uploadId: number; receivedSize: number }[]> {
  const rows = await database
    .selectFrom('uploads')
    .select(['upload_id', 'received_size'])
    .where('state', '=', 'uploading')
    .where('deleted_at', 'is', null)
    .where('upload_id', '>', after)
    .orderBy('upload_id')
    .limit(limit)
    .execute();
  return rows.map(({ upload_id, received_size }) => ({
    uploadId: upload_id,
    receivedSize: Number(received_size),
  }));
}
