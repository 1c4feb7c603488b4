import type { Push } from '../../platform/push/push.ts';
import { userChannel } from '../push/push.ts';

/** How the work on an upload stands. */
export interface UploadProgress {
  userId: number;
  uploadId: number;
  state: 'processing' | 'ready' | 'failed';
  progress: number;
}

/** Tells the author whose file it is. */
export function pushState(push: Push, { userId, uploadId, state, progress }: UploadProgress): void {
  const data = { media_id: uploadId, state, progress };
  push.publish([{ channel: userChannel(userId), event: 'media', data }]);
}
