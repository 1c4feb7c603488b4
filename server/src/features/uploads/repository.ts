import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Failure } from './failure.ts';

/** An unfinished upload is removed after this time without new bytes. */
export const EXPIRES_AFTER_MS = 86_400_000;

export interface NewUpload {
  user_id: number;
  file_name: string;
  /** Null if the client has not declared it. */
  declared_size: number | null;
  reserved_size: number;
  metadata: string;
  repack: boolean;
}

const expiry = () => new Date(Date.now() + EXPIRES_AFTER_MS);

export async function insertUpload(database: Database, upload: NewUpload): Promise<number> {
  const { upload_id } = await database
    .insertInto('uploads')
    .values({ ...upload, state: 'uploading', expires_at: expiry() })
    .returning('upload_id')
    .executeTakeFirstOrThrow();
  return upload_id;
}

/** An upload with the facts of its file. */
export type UploadRow = NonNullable<Awaited<ReturnType<typeof findUpload>>>;

/** Null if there is no such upload, or if it was removed. */
export async function findUpload(database: Database, uploadId: number) {
  const row = await database
    .selectFrom('uploads')
    .leftJoin('media', 'media.media_id', 'uploads.media_id')
    .select([
      'upload_id',
      'user_id',
      'state',
      'progress',
      'error',
      'file_name',
      'declared_size',
      'received_size',
      'metadata',
      'facts',
      'uploads.created_at',
      'expires_at',
      'sha256',
      'mime_type',
      'extension',
      'duration',
    ])
    .where('upload_id', '=', uploadId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { declared_size, received_size, ...rest } = row;
  return {
    ...rest,
    declaredSize: declared_size === null ? null : Number(declared_size),
    receivedSize: Number(received_size),
  };
}

export type Writer = NonNullable<Awaited<ReturnType<typeof beginWriting>>>;

/** Makes the caller the only writer of an upload. Null if no bytes of it are missing, or if it was removed. */
export async function beginWriting(database: Database, uploadId: number) {
  const row = await database
    .updateTable('uploads')
    .set({ writer: sql`writer + 1`, expires_at: expiry() })
    .where('upload_id', '=', uploadId)
    .where('state', '=', 'uploading')
    .where('deleted_at', 'is', null)
    .returning(['writer', 'user_id', 'received_size', 'declared_size', 'reserved_size'])
    .executeTakeFirst();
  if (!row) return null;
  return {
    writer: row.writer,
    userId: row.user_id,
    receivedSize: Number(row.received_size),
    declaredSize: row.declared_size === null ? null : Number(row.declared_size),
    reservedSize: Number(row.reserved_size),
  };
}

/** False if there is a newer writer, or if the upload was removed meanwhile. */
export async function saveReceived(
  database: Database,
  { uploadId, writer, received }: { uploadId: number; writer: number; received: number },
): Promise<boolean> {
  const row = await database
    .updateTable('uploads')
    .set({
      received_size: received,
      progress: sql`case when coalesce(declared_size, 0) > 0
        then least(100, ${received}::bigint * 100 / declared_size) else 0 end`,
      expires_at: expiry(),
      updated_at: new Date(),
    })
    .where('upload_id', '=', uploadId)
    .where('writer', '=', writer)
    .where('state', '=', 'uploading')
    .where('deleted_at', 'is', null)
    .returning('upload_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function setDeclaredSize(database: Database, uploadId: number, size: number) {
  await database
    .updateTable('uploads')
    .set({ declared_size: size, reserved_size: size })
    .where('upload_id', '=', uploadId)
    .execute();
}

export async function setRepack(database: Database, uploadId: number, repack: boolean) {
  await database.updateTable('uploads').set({ repack }).where('upload_id', '=', uploadId).execute();
}

/** False if the upload was finished or removed meanwhile. */
export async function markUploaded(
  database: Database,
  { uploadId, mediaId, bytes }: { uploadId: number; mediaId: number; bytes: number },
): Promise<boolean> {
  const row = await database
    .updateTable('uploads')
    .set({
      state: 'uploaded',
      progress: 100,
      media_id: mediaId,
      declared_size: bytes,
      received_size: bytes,
      reserved_size: bytes,
      expires_at: null,
      updated_at: new Date(),
    })
    .where('upload_id', '=', uploadId)
    .where('state', '=', 'uploading')
    .where('deleted_at', 'is', null)
    .returning('upload_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function markFailed(database: Database, uploadId: number, error: Failure) {
  await database
    .updateTable('uploads')
    .set({ state: 'failed', error, expires_at: null, updated_at: new Date() })
    .where('upload_id', '=', uploadId)
    .where('state', '=', 'uploading')
    .execute();
}

/** Locks an upload until the transaction ends, so that no episode can get it meanwhile. */
export async function lockUpload(transaction: Database, uploadId: number): Promise<void> {
  await transaction
    .selectFrom('uploads')
    .select('upload_id')
    .where('upload_id', '=', uploadId)
    .forUpdate()
    .execute();
}

/** Removes an upload. Its file is collected unless it has another owner. */
export async function markDeleted(database: Database, uploadId: number): Promise<void> {
  await removeUploads(database).where('upload_id', '=', uploadId).execute();
}

/** Removes the uploads that the caller's conditions find, and lets go of their files. */
export const removeUploads = (database: Database) =>
  database
    .updateTable('uploads')
    .set({ deleted_at: new Date(), media_id: null, original_media_id: null, reserved_size: 0 })
    .where('deleted_at', 'is', null);

/** The title of an episode that plays this upload. */
export async function findPlayingEpisode(database: Database, uploadId: number) {
  const row = await database
    .selectFrom('episodes')
    .select('title')
    .where('upload_id', '=', uploadId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.title ?? null;
}
