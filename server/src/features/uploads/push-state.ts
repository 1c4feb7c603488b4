import type { Push } from '../../platform/push/push.ts';
import { userChannel } from '../push/push.ts';

/** The progress of an upload's processing. */
export interface UploadProgress {
  userId: number;
  uploadId: number;
  state: 'processing' | 'ready' | 'failed';
  progress: number;
}

/** Notifies the owner of the file. */
export function pushState(push: Push, { userId, uploadId, state, progress }: UploadProgress): void {
  const data = { media_id: uploadId, state, progress };
  push.publish([{ channel: userChannel(userId), event: 'media', data }]);
}
