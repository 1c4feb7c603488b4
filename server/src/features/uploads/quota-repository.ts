import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export interface Allowance {
  /** Null for the default of the host. */
  quotaBytes: number | null;
  isAdmin: boolean;
  /** Bytes of the user's other uploads, of audio that imports have copied, and of campaigns. */
  usedBytes: number;
}

/** Locks the user's allowance until the end of the transaction, so that simultaneous uploads wait for each other. */
export async function lockAllowance(
  database: Database,
  userId: number,
  exceptUploadId: number | null,
): Promise<Allowance> {
  const user = await database
    .selectFrom('users')
    .select(['quota_bytes', 'is_admin'])
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { used } = await database
    .selectFrom('uploads')
    .select(sql<string>`coalesce(sum(reserved_size), 0)`.as('used'))
    .where('user_id', '=', userId)
    .where('upload_id', '!=', exceptUploadId ?? 0)
    .where('state', '!=', 'failed')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  const { imported } = await database
    .selectFrom('episodes')
    .innerJoin('media', 'media.media_id', 'episodes.media_id')
    .select(sql<string>`coalesce(sum(media.file_size), 0)`.as('imported'))
    .where('episodes.user_id', '=', userId)
    .where('episodes.upload_id', 'is', null)
    .executeTakeFirstOrThrow();
  // A campaign keeps its audio when its upload is deleted or expires.
  const { advertised } = await database
    .selectFrom('media')
    .select(sql<string>`coalesce(sum(file_size), 0)`.as('advertised'))
    .where(sql<boolean>`exists (select from ad_campaigns
      where ad_campaigns.media_id = media.media_id and user_id = ${userId})`)
    .where(sql<boolean>`not exists (select from uploads
      where uploads.media_id = media.media_id and user_id = ${userId} and deleted_at is null)`)
    .executeTakeFirstOrThrow();
  return {
    quotaBytes: user.quota_bytes === null ? null : Number(user.quota_bytes),
    isAdmin: user.is_admin,
    usedBytes: Number(used) + Number(imported) + Number(advertised),
  };
}

export async function setReserved(database: Database, uploadId: number, bytes: number) {
  await database
    .updateTable('uploads')
    .set({ reserved_size: bytes })
    .where('upload_id', '=', uploadId)
    .execute();
}
