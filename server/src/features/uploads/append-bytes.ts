import { createHash } from 'node:crypto';
import { AppError } from 'earshot/contract';
import type { FeatureDeps } from '../../feature.ts';
import type { PartialWriter } from '../../platform/storage/media-store.ts';
import { reserveMore } from './quota.ts';
import * as repository from './repository.ts';

/** Acknowledged bytes, and those before them, survive a crash. */
const CHECKPOINT_BYTES = 8 << 20;
const CHECKPOINT_MS = 10_000;
/** The request with the last byte finishes the upload itself, unless its process dies. */
const FINISH_AFTER_MS = 60_000;

declare module '../../platform/jobs/task.ts' {
  interface TaskPayloads {
    finish_upload: { uploadId: number };
  }
}

export const finishKey = (uploadId: number) => `finish_upload:${uploadId}`;

export type AppendDeps = Pick<FeatureDeps, 'database' | 'config' | 'store' | 'jobs'>;

export interface Incoming {
  uploadId: number;
  /** The number of bytes that the client considers stored. */
  offset: number;
  source: AsyncIterable<Buffer>;
  /** The checksum of all bytes of this request. If it does not match, none of them is stored. */
  checksum?: { algorithm: string; digest: Buffer } | null;
}

/**
 * Appends the bytes of one request to the stored ones. If the request is aborted, the received bytes stay. The caller
 * holds the lock of the upload.
 * @returns the length of the upload
 * @throws AppError CONFLICT, PAYLOAD_TOO_LARGE, CHECKSUM_MISMATCH, NOT_FOUND
 */
export async function appendBytes(deps: AppendDeps, incoming: Incoming): Promise<number> {
  const { uploadId, offset, source, checksum } = incoming;
  const writer = await repository.beginWriting(deps.database, uploadId);
  if (!writer) return refuseMore(deps, incoming);
  if (writer.receivedSize !== offset) throw new AppError('CONFLICT');
  const id = String(uploadId);
  const part = await deps.store.partials.open(id, { length: offset, writer: writer.writer });
  const checkpoint = createCheckpoint(deps, { uploadId, part, writer });
  const hash = checksum ? createHash(checksum.algorithm) : null;
  try {
    try {
      for await (const chunk of source) {
        hash?.update(chunk);
        await part.write(chunk);
        if (!hash) await checkpoint.passed(chunk.length);
      }
    } catch (error) {
      // Bytes whose checksum is unknown may be damaged.
      if (!hash) await checkpoint.save().catch(() => {});
      throw error;
    }
    if (hash && !hash.digest().equals(checksum?.digest ?? Buffer.alloc(0))) {
      throw new AppError('CHECKSUM_MISMATCH');
    }
    return await checkpoint.save();
  } finally {
    await part.close();
  }
}

/** The upload is complete, or gone. */
async function refuseMore(
  { database }: AppendDeps,
  { uploadId, offset, source }: Incoming,
): Promise<number> {
  const upload = await repository.findUpload(database, uploadId);
  if (!upload) throw new AppError('NOT_FOUND');
  if (offset !== upload.receivedSize) throw new AppError('CONFLICT');
  for await (const { length } of source) if (length > 0) throw new AppError('PAYLOAD_TOO_LARGE');
  return offset;
}

interface CheckpointOptions {
  uploadId: number;
  part: PartialWriter;
  writer: repository.Writer;
}

/** Records the safely stored length in the database. */
function createCheckpoint(deps: AppendDeps, { uploadId, part, writer }: CheckpointOptions) {
  const { database, jobs } = deps;
  const { userId, declaredSize } = writer;
  let reserved = writer.reservedSize;
  let waiting = 0;
  let savedAt = performance.now();

  async function save(): Promise<number> {
    const received = await part.sync();
    if (received > reserved) {
      reserved = await reserveMore(deps, { userId, uploadId, bytes: received });
    }
    await database.transaction().execute(async (transaction) => {
      const isOurs = await repository.saveReceived(transaction, {
        uploadId,
        writer: writer.writer,
        received,
      });
      if (!isOurs) throw new AppError('CONFLICT');
      if (received !== declaredSize) return;
      const runAt = new Date(Date.now() + FINISH_AFTER_MS);
      await jobs.add(
        transaction,
        'finish_upload',
        { uploadId },
        { key: finishKey(uploadId), runAt },
      );
    });
    waiting = 0;
    savedAt = performance.now();
    return received;
  }

  return {
    save,
    async passed(bytes: number) {
      waiting += bytes;
      const isDue = waiting >= CHECKPOINT_BYTES || performance.now() - savedAt > CHECKPOINT_MS;
      if (isDue) await save();
    },
  };
}
