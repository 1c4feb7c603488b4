import { PassThrough, Readable } from 'node:stream';
import { AppError } from 'earshot/contract';
import { invalid } from '../../platform/http/refusal.ts';
import { appendBytes } from './append-bytes.ts';
import type { Digest } from './digests.ts';
import { finishUpload } from './finish-upload.ts';
import { requireRoom } from './quota.ts';
import * as repository from './repository.ts';
import type { UploadDeps } from './uploads.ts';

const WAIT_FOR_LOCK_MS = 15_000;
/** A request that another one waits for has this long to end before it is cut. */
const LET_GO_AFTER_MS = 1_000;

/** The bytes of one request, and what its headers say about them. */
export interface Piece {
  uploadId: number;
  offset: number;
  /** The length of the whole upload, if this request tells it. */
  length: number | null;
  /** Null for a request without a body. */
  body: Readable | null;
  /** Bytes of the body; null if the client does not tell. */
  bodyBytes: number | null;
  /** Of the whole body. */
  checksum: Digest | null;
}

export interface Progress {
  offset: number;
  /** When an unfinished upload is removed if nothing more arrives. */
  expiresAt: Date | null;
  /** Finishes a complete upload. Null if bytes are missing. */
  finishing: Promise<void> | null;
}

/**
 * Stores a piece behind the bytes that are there. If the request breaks off, what has arrived stays.
 * @throws AppError NOT_FOUND, CONFLICT for another offset, PAYLOAD_TOO_LARGE, CHECKSUM_MISMATCH, LOCKED
 */
export async function storePiece(deps: UploadDeps, piece: Piece): Promise<Progress> {
  const { uploadId, offset, length } = piece;
  const { reached, size } = await withUpload(deps, uploadId, async (cut) => {
    const upload = await findCurrent(deps, uploadId);
    if (upload.receivedSize !== offset) throw otherOffset();
    if (length !== null) await declareLength(deps, upload, length);
    const declared = length ?? upload.declaredSize;
    return { reached: await append(deps, piece, { size: declared, cut }), size: declared };
  });
  const isComplete = reached === size;
  return {
    offset: reached,
    expiresAt: isComplete ? null : new Date(Date.now() + repository.EXPIRES_AFTER_MS),
    finishing: isComplete ? finishUpload(deps, uploadId) : null,
  };
}

/**
 * Runs work as the only request on an upload. `cut` aborts if another request has waited long enough.
 * @throws AppError LOCKED
 */
export async function withUpload<Result>(
  { locks }: UploadDeps,
  uploadId: number,
  work: (cut: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | null = null;
  const release = await locks.acquire(`upload:${uploadId}`, {
    waitMs: WAIT_FOR_LOCK_MS,
    onWanted() {
      timer ??= setTimeout(() => controller.abort(), LET_GO_AFTER_MS);
    },
  });
  if (!release) throw new AppError('LOCKED');
  try {
    return await work(controller.signal);
  } finally {
    if (timer) clearTimeout(timer);
    await release();
  }
}

/** @throws AppError NOT_FOUND */
export async function findCurrent({ database }: UploadDeps, uploadId: number) {
  const upload = await repository.findUpload(database, uploadId);
  if (!upload) throw new AppError('NOT_FOUND');
  if (upload.expires_at && upload.expires_at.getTime() < Date.now()) {
    throw new AppError('NOT_FOUND', {
      messages: ['media_id: this upload has expired; begin again'],
    });
  }
  return upload;
}

async function declareLength(
  { database, config }: UploadDeps,
  { upload_id: uploadId, user_id: userId, declaredSize, receivedSize }: repository.UploadRow,
  size: number,
): Promise<void> {
  if (declaredSize !== null) throw invalid('Upload-Length', 'was told before, and cannot change');
  if (size < receivedSize) throw invalid('Upload-Length', 'is smaller than what was sent');
  await database.transaction().execute(async (transaction) => {
    await requireRoom(transaction, { config, userId, uploadId, bytes: size });
    await repository.setDeclaredSize(transaction, uploadId, size);
  });
}

const otherOffset = () =>
  new AppError('CONFLICT', {
    messages: ['Upload-Offset: is not where the upload continues; ask for the offset with HEAD'],
  });

const tooMuch = () =>
  new AppError('PAYLOAD_TOO_LARGE', { messages: ['Upload-Length: is smaller than what was sent'] });

/** @returns the length of the upload after this piece */
async function append(
  deps: UploadDeps,
  { uploadId, offset, body, bodyBytes, checksum }: Piece,
  { size, cut }: { size: number | null; cut: AbortSignal },
): Promise<number> {
  const room = (size ?? deps.config.uploadMaxBytes) - offset;
  if ((bodyBytes ?? 0) > room) throw tooMuch();
  const source = body ? bytesOf(body, { room, cut }) : Readable.from([]);
  try {
    return await appendBytes(deps, { uploadId, offset, source, checksum });
  } catch (error) {
    if (error instanceof AppError && error.reason === 'CONFLICT') throw otherOffset();
    // The client has gone, so only the log of the host reads this.
    if (body && error === body.errored) {
      throw new AppError('INVALID_REQUEST', { cause: error, messages: ['the upload broke off'] });
    }
    throw error;
  }
}

/** The bytes of a body, until it ends or is cut. The body itself is left to the connection, which still has to answer. */
async function* bytesOf(
  body: Readable,
  { room, cut }: { room: number; cut: AbortSignal },
): AsyncGenerator<Buffer> {
  const bytes = new PassThrough();
  const end = () => {
    body.unpipe(bytes);
    bytes.end();
  };
  body.once('error', (error) => bytes.destroy(error));
  cut.addEventListener('abort', end, { once: true });
  if (body.errored) bytes.destroy(body.errored);
  body.pipe(bytes);
  let left = room;
  try {
    for await (const chunk of bytes) {
      left -= chunk.length;
      if (left < 0) throw tooMuch();
      yield chunk;
    }
  } finally {
    body.unpipe(bytes);
    cut.removeEventListener('abort', end);
  }
}
