import type { Database } from '../../platform/database/database.ts';
import type { MediaRow, MediaTable } from '../../platform/database/tables.ts';

/** The facts of a stored file, before it has an id. */
export interface NewMedia {
  sha256: string;
  kind: MediaTable['kind'];
  mime_type: string;
  extension: string;
  file_size: number;
  duration: number;
}

/** Saves the facts of a stored file and returns its id. Equal bytes share one row. */
export async function saveMedia(database: Database, media: NewMedia): Promise<number> {
  const { media_id } = await database
    .insertInto('media')
    .values(media)
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ sha256: media.sha256 }))
    .returning('media_id')
    .executeTakeFirstOrThrow();
  return media_id;
}

export async function findMedia(database: Database, sha256: string): Promise<MediaRow | null> {
  const row = await database
    .selectFrom('media')
    .selectAll()
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row ?? null;
}
