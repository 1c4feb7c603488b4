import type { Database } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { type LockedEpisode, lockUpload } from './edit-repository.ts';
import { isPublished } from './publication.ts';

/** The columns of an episode's audio. */
export interface AudioColumns {
  upload_id: number | null;
  /** Null while the upload is being processed. */
  media_id: number | null;
  /** Empty: audio on another host is no longer used. */
  enclosure_url: string;
}

/** The state of the upload, for the rules. */
export type AttachedAudio = AudioColumns &
  Pick<LockedEpisode, 'upload_state' | 'upload_progress' | 'upload_error'>;

/**
 * The audio of an upload. An upload that is still being processed assigns its audio to the episode when it is ready.
 * @throws AppError INVALID_REQUEST if the upload belongs to another user, or has failed
 */
export async function attachUpload(
  transaction: Database,
  uploadId: number,
  { userId }: Actor,
): Promise<AttachedAudio> {
  const upload = await lockUpload(transaction, uploadId, userId ?? 0);
  if (!upload) throw invalid('media_id', 'not_your_upload');
  if (upload.state === 'failed') {
    throw invalid('media_id', 'unprocessed');
  }
  return {
    upload_id: upload.upload_id,
    media_id: upload.state === 'ready' ? upload.media_id : null,
    enclosure_url: '',
    upload_state: upload.state,
    upload_progress: upload.progress,
    upload_error: upload.error,
  };
}

export const NO_AUDIO: AttachedAudio = {
  upload_id: null,
  media_id: null,
  enclosure_url: '',
  upload_state: null,
  upload_progress: null,
  upload_error: null,
};

/** Replaces the audio of an episode. A published one plays its old audio until the new one is ready. */
export async function replaceAudio(
  transaction: Database,
  before: LockedEpisode,
  { media_id: uploadId, actor }: { media_id: number | null; actor: Actor },
): Promise<AttachedAudio> {
  if (uploadId === null) return NO_AUDIO;
  const audio = await attachUpload(transaction, uploadId, actor);
  if (audio.media_id !== null || !isPublished(before)) return audio;
  const { media_id, enclosure_url } = before;
  return { ...audio, media_id, enclosure_url };
}

/** Removes the fields that only the rules need. */
export function audioColumns({ upload_id, media_id, enclosure_url }: AttachedAudio): AudioColumns {
  return { upload_id, media_id, enclosure_url };
}
