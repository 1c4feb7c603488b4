import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { unlessMissing } from '../../platform/storage/durable-file.ts';
import type { Draft } from '../../platform/storage/media-store.ts';
import { saveKeptMedia, UNEXAMINED } from '../media/media.ts';
import { finishKey } from './append-bytes.ts';
import { addProcessing } from './processing-jobs.ts';
import { inTurn } from './quota.ts';
import * as repository from './repository.ts';

export type FinishDeps = Pick<FeatureDeps, 'database' | 'store' | 'jobs' | 'locks'>;

/** Moves a complete upload to its final place. It may be called repeatedly, and at once by several processes. */
export async function finishUpload(deps: FinishDeps, uploadId: number): Promise<void> {
  const release = await deps.locks.acquire(`finish:${uploadId}`, { waitMs: 0 });
  if (!release) return;
  try {
    const upload = await repository.findUpload(deps.database, uploadId);
    if (upload?.state !== 'uploading' || upload.receivedSize !== upload.declaredSize) return;
    await assemble(deps, uploadId, upload.receivedSize);
  } finally {
    await release();
  }
}

async function assemble(deps: FinishDeps, uploadId: number, bytes: number): Promise<void> {
  const { partials } = deps.store;
  const draft = await unlessMissing(partials.assemble(String(uploadId), bytes));
  if (!draft) return repository.markFailed(deps.database, uploadId, 'lost');
  try {
    await keepUpload(deps, uploadId, draft);
  } finally {
    await draft.discard();
  }
  await partials.remove(String(uploadId));
}

/**
 * Stores the file of an upload: in one transaction the file gets an owner, the upload becomes `uploaded`, and the job
 * that processes it is added.
 * @returns false if the upload was removed meanwhile
 */
export async function keepUpload(
  { database, store, jobs }: Omit<FinishDeps, 'locks'>,
  uploadId: number,
  draft: Draft,
): Promise<boolean> {
  const { sha256, bytes } = draft;
  await draft.keep();
  const own = async (transaction: Database) => {
    const facts = { sha256, kind: 'audio', ...UNEXAMINED, file_size: bytes, duration: 0 } as const;
    const mediaId = await saveKeptMedia(transaction, store, facts);
    if (!(await repository.markUploaded(transaction, { uploadId, mediaId, bytes }))) return false;
    await jobs.cancel(transaction, finishKey(uploadId));
    await addProcessing(transaction, jobs, uploadId);
    return true;
  };
  return inTurn(() => database.transaction().execute(own));
}
