import type { Insertable } from 'kysely';
import type { Database } from '../../src/platform/database/database.ts';
import type { Schema } from '../../src/platform/database/tables.ts';

/** The audio of a sample episode, as a ready upload of this user. */
export async function addUpload(
  database: Database,
  userId: number,
  fields: Partial<Insertable<Schema['uploads']>> = {},
): Promise<number> {
  const { media_id } = await database
    .selectFrom('media')
    .select('media_id')
    .where('kind', '=', 'audio')
    .orderBy('media_id')
    .executeTakeFirstOrThrow();
  const { upload_id } = await database
    .insertInto('uploads')
    .values({ user_id: userId, state: 'ready', progress: 100, media_id, ...fields })
    .returning('upload_id')
    .executeTakeFirstOrThrow();
  return upload_id;
}
