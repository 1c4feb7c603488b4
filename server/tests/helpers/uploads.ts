// Uploads whose bytes have all arrived, before their processing.
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { FeatureDeps } from '../../src/feature.ts';
import { addProcessing } from '../../src/features/uploads/processing-jobs.ts';

export interface UploadOptions {
  userId: number;
  /** A path, or the bytes. */
  file: string | Buffer;
  repack?: boolean;
}

type Deps = Pick<FeatureDeps, 'database' | 'store' | 'jobs'>;

export async function addUpload(
  { database, store, jobs }: Deps,
  { userId, file, repack = true }: UploadOptions,
): Promise<number> {
  const source = typeof file === 'string' ? createReadStream(file) : Readable.from([file]);
  const draft = await store.receive(source, 1 << 30);
  await draft.keep();
  await draft.discard();
  const { media_id } = await database
    .insertInto('media')
    .values({
      sha256: draft.sha256,
      kind: 'audio',
      mime_type: 'application/octet-stream',
      extension: 'bin',
      file_size: draft.bytes,
      duration: 0,
    })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ sha256: draft.sha256 }))
    .returning('media_id')
    .executeTakeFirstOrThrow();
  return database.transaction().execute(async (transaction) => {
    const { upload_id } = await transaction
      .insertInto('uploads')
      .values({ user_id: userId, state: 'uploaded', progress: 100, media_id, repack })
      .returning('upload_id')
      .executeTakeFirstOrThrow();
    await addProcessing(transaction, jobs, upload_id);
    return upload_id;
  });
}
