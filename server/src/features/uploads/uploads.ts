import { Readable } from 'node:stream';
import { AppError, type Media } from 'earshot/contract';
import type { Language } from 'earshot/internal';
import type { EndingAccount, FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { invalid, Refusal } from '../../platform/http/refusal.ts';
import type { BodyPace } from '../../platform/http/slow-body.ts';
import type { Draft } from '../../platform/storage/media-store.ts';
import { cleanLine } from '../../platform/text/clean-text.ts';
import * as cleanup from './cleanup-repository.ts';
import { type Digest, verified } from './digests.ts';
import { keepUpload } from './finish-upload.ts';
import * as processing from './processing-repository.ts';
import { inTurn, quotaFull, requireRoom } from './quota.ts';
import * as repository from './repository.ts';
import { toMedia } from './to-wire.ts';

export { explainFailure } from './failure.ts';
export { requireRoom, roomOf } from './quota.ts';

/** An upload may take days, but not on a nearly dead connection. */
export const UPLOAD_PACE: BodyPace = { spanMs: 30_000, bytes: 10_000 };

export type UploadDeps = Pick<FeatureDeps, 'database' | 'config' | 'store' | 'jobs' | 'locks'>;

export interface AnnouncedUpload {
  userId: number;
  fileName: string | null;
  /** The client's claim. */
  mimeType: string | null;
  /** Bytes; null if the client does not know the length yet. */
  declaredSize: number | null;
  /** The known maximum size of the upload. */
  reservedSize: number;
  metadata?: string;
  /** The file may be repacked losslessly if browsers seek wrongly in it. */
  repack?: boolean;
}

/**
 * Begins an upload and reserves its room in the quota.
 * @throws AppError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, INVALID_REQUEST
 */
export async function createUpload(deps: UploadDeps, upload: AnnouncedUpload): Promise<number> {
  return (await announce(deps, upload)).uploadId;
}

async function announce(deps: UploadDeps, upload: AnnouncedUpload, spareBytes = 0) {
  const { userId, fileName, mimeType, declaredSize } = upload;
  const { metadata = '', repack = true } = upload;
  if (declaredSize === 0) throw invalid('file', 'no_content');
  refusePicture(mimeType);
  const reserve = async (transaction: Database) => {
    const { config } = deps;
    const need = { config, userId, uploadId: null, bytes: upload.reservedSize };
    const reservedSize = await requireRoom(transaction, need, spareBytes);
    const uploadId = await repository.insertUpload(transaction, {
      user_id: userId,
      file_name: cleanFileName(fileName),
      declared_size: declaredSize,
      reserved_size: reservedSize,
      metadata,
      repack,
    });
    return { uploadId, reservedSize };
  };
  return inTurn(() => deps.database.transaction().execute(reserve));
}

const NAME_MAX = 255; // characters

/** The displayable name of a file: without folders and control characters. */
function cleanFileName(name: string | null): string {
  const last = (name ?? '').split(/[/\\]/).pop();
  return Array.from(cleanLine(last)).slice(0, NAME_MAX).join('');
}

function refusePicture(mimeType: string | null): void {
  if (!/^\s*image\//i.test(mimeType ?? '')) return;
  throw new Refusal('UNSUPPORTED_MEDIA_TYPE', [{ field: 'file', words: 'picture_not_audio' }]);
}

export interface WholeFile extends Omit<AnnouncedUpload, 'declaredSize'> {
  /** How much smaller than `reservedSize` the file may be. */
  spareBytes: number;
  source: Readable;
  digests: readonly Digest[];
}

export interface ReceivedFile {
  uploadId: number;
  draft: Draft;
}

/**
 * Receives a file in one piece. Nothing of an aborted file is kept.
 * @throws AppError like `createUpload`, and CHECKSUM_MISMATCH
 */
export async function receiveUpload(
  deps: UploadDeps,
  { source, digests, spareBytes, ...upload }: WholeFile,
): Promise<ReceivedFile> {
  const announced = { ...upload, declaredSize: null };
  const { uploadId, reservedSize } = await announce(deps, announced, spareBytes);
  try {
    const checked = Readable.from(verified(source, digests), { objectMode: false });
    const draft = await deps.store.receive(checked, reservedSize).catch((error: Error) => {
      if (!(error instanceof RangeError)) throw error;
      throw reservedSize < upload.reservedSize
        ? quotaFull(upload.reservedSize, reservedSize)
        : new AppError('PAYLOAD_TOO_LARGE', { cause: error });
    });
    if (draft.bytes > 0) return { uploadId, draft };
    await draft.discard();
    throw invalid('file', 'no_content');
  } catch (error) {
    await repository.markDeleted(deps.database, uploadId);
    throw error;
  }
}

/** Stores a received file permanently. */
export async function keepReceived(
  deps: UploadDeps,
  { uploadId, draft }: ReceivedFile,
  { repack = true }: { repack?: boolean | undefined } = {},
): Promise<void> {
  try {
    if (!repack) await repository.setRepack(deps.database, uploadId, repack);
    await keepUpload(deps, uploadId, draft);
  } catch (error) {
    await repository.markDeleted(deps.database, uploadId);
    throw error;
  } finally {
    await draft.discard();
  }
}

/** Drops a received file. */
export async function dropReceived(deps: UploadDeps, { uploadId, draft }: ReceivedFile) {
  await draft.discard();
  await repository.markDeleted(deps.database, uploadId);
}

/** @throws AppError NOT_FOUND */
export async function getMedia(
  { database, config }: Pick<UploadDeps, 'database' | 'config'>,
  uploadId: number,
  language: Language,
): Promise<Media> {
  const upload = await repository.findUpload(database, uploadId);
  if (!upload) throw new AppError('NOT_FOUND');
  return toMedia(upload, config.mediaUrl, language);
}

/**
 * Removes an upload, finished or not. Its file is deleted unless it has another owner.
 * @throws AppError CONFLICT if an episode plays it
 */
export async function removeUpload(
  { database, store }: Pick<UploadDeps, 'database' | 'store'>,
  uploadId: number,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await repository.lockUpload(transaction, uploadId); // an episode may be getting it
    const episode = await repository.findPlayingEpisode(transaction, uploadId);
    if (episode !== null) {
      throw new AppError('CONFLICT', {
        messages: [
          `media_id: the episode "${episode}" plays this file; give it another file first`,
        ],
      });
    }
    await repository.markDeleted(transaction, uploadId);
  });
  await store.partials.remove(String(uploadId));
}

/**
 * Copies the chapters and the cover of an upload to an episode that has none. An upload that is still being processed
 * does so when it is ready.
 */
export async function giveExtras(transaction: Database, episodeId: number): Promise<void> {
  await processing.giveExtras(transaction, { episodeId });
}

/** Ends the unfinished uploads of a user. For the end of an account. */
export function giveUpUploads({ transaction, userId }: EndingAccount): Promise<void> {
  return cleanup.markDeletedOf(transaction, { userId, states: ['uploading'] });
}

/** Removes a user's uploads that no episode uses. For the end of an account, once they are in its archive. */
export async function removeUnusedUploads(transaction: Database, userId: number): Promise<void> {
  const states = ['uploading', 'uploaded', 'processing', 'ready', 'failed'] as const;
  await cleanup.markDeletedOf(transaction, { userId, states });
}
