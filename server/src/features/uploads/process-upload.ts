import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { AppError } from 'earshot/contract';
import type { FeatureDeps } from '../../feature.ts';
import { NotPlayable } from '../../platform/audio/not-playable.ts';
import { processAudio } from '../../platform/audio/worker/process-audio.ts';
import type { ProcessedAudio } from '../../platform/audio/worker/processed-audio.ts';
import type { Push } from '../../platform/push/push.ts';
import type { Draft, MediaStore } from '../../platform/storage/media-store.ts';
import { openWorkFolder } from '../../platform/storage/work-folder.ts';
import { saveFingerprint } from '../fingerprints/fingerprints.ts';
import { keepPicture, type NewMedia, saveKeptMedia } from '../media/media.ts';
import { userChannel } from '../push/push.ts';
import { announceShow } from '../shows/shows.ts';
import { saveWaveforms } from '../waveforms/waveforms.ts';
import { type Failure, failureOf } from './failure.ts';
import { toFacts } from './media-facts.ts';
import * as repository from './processing-repository.ts';
import { createProgress } from './progress.ts';

type EndDeps = Pick<FeatureDeps, 'database' | 'push'>;
export type ProcessDeps = Pick<FeatureDeps, 'database' | 'store' | 'config' | 'push' | 'jobs'>;

/**
 * Makes an upload `ready`, or `failed` with a reason. It may be called repeatedly, and at once by several
 * processes: an interrupted attempt leaves nothing visible but the progress.
 * @throws Error if another attempt can help.
 */
export async function processUpload(deps: ProcessDeps, uploadId: number, signal: AbortSignal) {
  const { database, config } = deps;
  const upload = await repository.beginProcessing(database, uploadId);
  if (!upload) return;
  const { userId } = upload;
  pushState(deps.push, { userId, uploadId, state: 'processing', progress: 0 });
  const folder = await openWorkFolder(join(config.dataDir, 'work'));
  const output = await folder.reserve();
  try {
    const audio = await read(deps, { uploadId, upload, output: output.path, signal });
    await store(deps, { uploadId, upload, audio, output: output.path });
  } catch (error) {
    const failure = await failureAfter(deps.store, upload.sha256, error);
    if (!failure) throw error;
    await fail(deps, uploadId, failure);
  } finally {
    await output.remove();
  }
}

interface Attempt {
  uploadId: number;
  upload: repository.UploadToProcess;
  /** Path of the repacked copy. */
  output: string;
}

/** @throws NotPlayable */
async function read(
  { database, store, push }: ProcessDeps,
  { uploadId, upload, output, signal }: Attempt & { signal: AbortSignal },
): Promise<ProcessedAudio> {
  const { userId } = upload;
  const progress = createProgress(async (percent) => {
    await repository.saveProgress(database, uploadId, percent);
    pushState(push, { userId, uploadId, state: 'processing', progress: percent });
  });
  try {
    return await store.withLocalFile(upload.sha256, (path) =>
      processAudio(path, {
        signal,
        onProgress: progress.report,
        ...(upload.repack ? { output } : {}),
      }),
    );
  } finally {
    await progress.end();
  }
}

/** Stores the new files first, because they take long; then everything that refers to them in one transaction. */
async function store(
  deps: ProcessDeps,
  { uploadId, upload, audio, output }: Attempt & { audio: ProcessedAudio },
): Promise<void> {
  const { database, store, push } = deps;
  const { repacked, facts, cover } = audio;
  const copy = repacked && (await keep(store, createReadStream(output)));
  const picture = cover && (await keepCover(store, cover));
  const isReady = await database.transaction().execute(async (transaction) => {
    if (!(await repository.lockProcessing(transaction, uploadId))) return false;
    await repository.saveAudioFacts(transaction, upload.mediaId, facts);
    const copyId =
      repacked && copy && (await saveKeptMedia(transaction, store, audioMedia(repacked, copy)));
    // Equal bytes may have been uploaded just now, and not be processed yet.
    if (repacked && copyId !== null) await repository.saveAudioFacts(transaction, copyId, repacked);
    const mediaId = copyId ?? upload.mediaId;
    await saveWaveforms(transaction, mediaId, audio);
    await saveFingerprint(transaction, mediaId, audio.fingerprint);
    await repository.saveResult(transaction, {
      uploadId,
      mediaId,
      originalMediaId: copyId === null ? null : upload.mediaId,
      coverId: picture && (await saveKeptMedia(transaction, store, picture)),
      facts: toFacts(audio, upload.bytes),
    });
    await repository.giveExtras(transaction, { ofUpload: uploadId });
    await repository.markReady(transaction, uploadId);
    // Public episodes play their earlier audio until now.
    for (const showId of await repository.listShows(transaction, uploadId))
      await announceShow(deps, transaction, showId);
    return true;
  });
  if (isReady) pushState(push, { userId: upload.userId, uploadId, state: 'ready', progress: 100 });
}

interface KeptFile {
  sha256: string;
  file_size: number;
}

async function keep(store: MediaStore, source: Readable): Promise<KeptFile> {
  const draft = await store.receive(source, Number.MAX_SAFE_INTEGER);
  try {
    await draft.keep();
    return fileOf(draft);
  } finally {
    await draft.discard();
  }
}

/** Null if the embedded picture is not allowed as a cover. */
async function keepCover(store: MediaStore, bytes: Uint8Array): Promise<NewMedia | null> {
  const draft = await store.receive(Readable.from([Buffer.from(bytes)]), bytes.length);
  try {
    return await keepPicture(store, draft);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  } finally {
    await draft.discard();
  }
}

const fileOf = ({ sha256, bytes }: Draft): KeptFile => ({ sha256, file_size: bytes });

function audioMedia({ mime_type, extension, duration }: ProcessedAudio['facts'], file: KeptFile) {
  return { ...file, mime_type, extension, duration, kind: 'audio' } as const;
}

/** A reason for the author if another attempt cannot help. Null if it can. */
async function failureAfter(
  store: MediaStore,
  sha256: string,
  error: unknown,
): Promise<Failure | null> {
  if (error instanceof NotPlayable) return failureOf(error);
  const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
  return isMissing && !(await store.stat(sha256)) ? 'lost' : null;
}

/** Ends an upload after its last attempt. */
export async function giveUpUpload(deps: EndDeps, uploadId: number): Promise<void> {
  await fail(deps, uploadId, 'our_fault');
}

async function fail({ database, push }: EndDeps, uploadId: number, failure: Failure) {
  const userId = await repository.markFailed(database, uploadId, failure);
  if (userId !== null) pushState(push, { userId, uploadId, state: 'failed', progress: 0 });
}

/** Ends uploads whose process was killed in the last attempt. */
export async function giveUpForgotten(deps: EndDeps): Promise<void> {
  for (const uploadId of await repository.listForgotten(deps.database))
    await giveUpUpload(deps, uploadId);
}

/** The progress of an upload's processing. */
interface UploadProgress {
  userId: number;
  uploadId: number;
  state: 'processing' | 'ready' | 'failed';
  progress: number;
}

/** Notifies the owner of the file. */
function pushState(push: Push, { userId, uploadId, state, progress }: UploadProgress): void {
  const data = { media_id: uploadId, state, progress };
  push.publish([{ channel: userChannel(userId), event: 'media', data }]);
}
