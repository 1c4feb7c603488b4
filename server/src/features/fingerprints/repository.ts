import type { Database } from '../../platform/database/database.ts';

/** Replaces the fingerprint of a file. */
export async function saveFingerprint(
  database: Database,
  mediaId: number,
  packed: Buffer,
): Promise<void> {
  await database
    .insertInto('fingerprints')
    .values({ media_id: mediaId, packed })
    .onConflict((conflict) => conflict.column('media_id').doUpdateSet({ packed }))
    .execute();
}

/** The fingerprint of a file, or the hash of a file that has none yet. */
export function findFingerprint(database: Database, mediaId: number) {
  return database
    .selectFrom('media')
    .leftJoin('fingerprints', 'fingerprints.media_id', 'media.media_id')
    .select(['media.sha256', 'fingerprints.packed'])
    .where('media.media_id', '=', mediaId)
    .executeTakeFirst();
}
