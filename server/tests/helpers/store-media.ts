import { Readable } from 'node:stream';
import type { Insertable } from 'kysely';
import type { MediaTable } from '../../src/platform/database/tables.ts';
import type { SharedApp } from './test-app.ts';

/** Stores bytes as a file of the host, an MP3 unless the fields say otherwise. Returns the id of its media. */
export async function storeMedia(
  { store, database }: Pick<SharedApp, 'store' | 'database'>,
  bytes: Buffer,
  fields: Partial<Insertable<MediaTable>> = {},
): Promise<number> {
  const { sha256, ...draft } = await store.receive(Readable.from([bytes]), bytes.length);
  await draft.keep();
  await draft.discard();
  const { media_id } = await database
    .insertInto('media')
    .values({
      sha256,
      kind: 'audio',
      mime_type: 'audio/mpeg',
      extension: 'mp3',
      file_size: bytes.length,
      duration: 1,
      ...fields,
    })
    .returning('media_id')
    .executeTakeFirstOrThrow();
  return media_id;
}
