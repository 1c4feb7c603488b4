import { Readable } from 'node:stream';
import { AppError, type Media } from 'earshot/contract';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Draft } from '../../platform/storage/media-store.ts';
import * as cleanup from './cleanup-repository.ts';
import { type Digest, verified } from './digests.ts';
import { cleanFileName } from './file-name.ts';
import { keepUpload } from './finish-upload.ts';
import * as processing from './processing-repository.ts';
import { requireRoom } from './quota.ts';
import * as repository from './repository.ts';
import { toMedia } from './to-wire.ts';

export type UploadDeps = Pick<FeatureDeps, 'database' | 'config' | 'store' | 'jobs' | 'locks'>;

export interface AnnouncedUpload {
  userId: number;
  fileName: string | null;
  /** As the client claims. */
  mimeType: string | null;
  /** Bytes; null if the client does not know yet how many will come. */
  declaredSize: number | null;
  /** Bytes that the upload will take at most, as far as it is known. */
  reservedSize: number;
  metadata?: string;
  /** The file may be repacked without a loss if browsers seek in it wrongly. */
  repack?: boolean;
}

/**
 * Begins an upload and takes its room from the quota.
 * @throws AppError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, INVALID_REQUEST
 */
export async function createUpload(deps: UploadDeps, upload: AnnouncedUpload): Promise<number> {
  const { userId, fileName, mimeType, declaredSize, reservedSize } = upload;
  const { metadata = '', repack = true } = upload;
  if (declaredSize === 0) throw new AppError('INVALID_REQUEST', { messages: ['file: is empty'] });
  refusePicture(mimeType);
  return deps.database.transaction().execute(async (transaction) => {
    const { config } = deps;
    await requireRoom(transaction, { config, userId, uploadId: null, bytes: reservedSize });
    return repository.insertUpload(transaction, {
      user_id: userId,
      file_name: cleanFileName(fileName),
      declared_size: declaredSize,
      reserved_size: reservedSize,
      metadata,
      repack,
    });
  });
}

function refusePicture(mimeType: string | null): void {
  if (!/^\s*image\//i.test(mimeType ?? '')) return;
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', {
    messages: ['file: is a picture, but must be audio; send a picture as the cover of a show'],
  });
}

export interface WholeFile extends Omit<AnnouncedUpload, 'declaredSize'> {
  source: Readable;
  digests: readonly Digest[];
}

export interface ReceivedFile {
  uploadId: number;
  draft: Draft;
}

/**
 * Receives a file that comes in one piece. Nothing stays of a file that breaks off.
 * @throws AppError like `createUpload`, and CHECKSUM_MISMATCH
 */
export async function receiveUpload(
  deps: UploadDeps,
  { source, digests, ...upload }: WholeFile,
): Promise<ReceivedFile> {
  const uploadId = await createUpload(deps, { ...upload, declaredSize: null });
  try {
    const checked = Readable.from(verified(source, digests), { objectMode: false });
    const draft = await deps.store.receive(checked, upload.reservedSize).catch(refuseTooLong);
    if (draft.bytes > 0) return { uploadId, draft };
    await draft.discard();
    throw new AppError('INVALID_REQUEST', { messages: ['file: is empty'] });
  } catch (error) {
    await repository.markDeleted(deps.database, uploadId);
    throw error;
  }
}

function refuseTooLong(error: Error): never {
  throw error instanceof RangeError ? new AppError('PAYLOAD_TOO_LARGE', { cause: error }) : error;
}

/** Stores a received file for good. */
export async function keepReceived(
  deps: UploadDeps,
  { uploadId, draft }: ReceivedFile,
  { repack = true }: { repack?: boolean | undefined } = {},
): Promise<Media> {
  try {
    if (!repack) await repository.setRepack(deps.database, uploadId, repack);
    await keepUpload(deps, uploadId, draft);
    return await getMedia(deps, uploadId);
  } catch (error) {
    await repository.markDeleted(deps.database, uploadId);
    throw error;
  } finally {
    await draft.discard();
  }
}

/** Gives up a received file. */
export async function dropReceived(
  deps: UploadDeps,
  { uploadId, draft }: ReceivedFile,
): Promise<void> {
  await draft.discard();
  await repository.markDeleted(deps.database, uploadId);
}

/** @throws AppError NOT_FOUND */
export async function getMedia(
  { database, config }: Pick<UploadDeps, 'database' | 'config'>,
  uploadId: number,
): Promise<Media> {
  const upload = await repository.findUpload(database, uploadId);
  if (!upload) throw new AppError('NOT_FOUND');
  return toMedia(upload, config.mediaUrl);
}

/**
 * Removes an upload, finished or not. Its file goes when nobody else has it.
 * @throws AppError CONFLICT if an episode plays it
 */
export async function removeUpload(
  { database, store }: Pick<UploadDeps, 'database' | 'store'>,
  uploadId: number,
): Promise<void> {
  const episode = await repository.findPlayingEpisode(database, uploadId);
  if (episode !== null) {
    throw new AppError('CONFLICT', {
      messages: [`media_id: the episode "${episode}" plays this file; give it another file first`],
    });
  }
  await repository.markDeleted(database, uploadId);
  await store.partials.remove(String(uploadId));
}

/**
 * Gives an episode the chapters and the cover of its upload, if it has none. An upload that is still being processed
 * gives them when it is ready.
 */
export async function giveExtras(transaction: Database, episodeId: number): Promise<void> {
  await processing.giveExtras(transaction, { episodeId });
}

/** Ends the uploads of a user that have not arrived. For the end of an account. */
export async function giveUpUploads(transaction: Database, userId: number): Promise<void> {
  await cleanup.markDeletedOf(transaction, { userId, states: ['uploading'] });
}

/** Removes the uploads of a user that no episode plays. For the end of an account, once they are in its archive. */
export async function removeUnusedUploads(transaction: Database, userId: number): Promise<void> {
  const states = ['uploading', 'uploaded', 'processing', 'ready', 'failed'] as const;
  await cleanup.markDeletedOf(transaction, { userId, states });
}
