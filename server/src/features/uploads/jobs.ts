import type { Tasks } from '../../feature.ts';
import { counted } from '../../platform/text/counted.ts';
import { collectGarbage } from '../media/media.ts';
import { expireUploads } from './expire-uploads.ts';
import { finishUpload } from './finish-upload.ts';

declare module '../../platform/jobs/task.ts' {
  interface TaskPayloads {
    expire_uploads: Record<string, never>;
    collect_media: Record<string, never>;
  }
}

const HOUR = 60; // minutes

export const uploadTasks: Tasks = {
  finish_upload: { run: ({ uploadId }, { deps }) => finishUpload(deps, uploadId) },
  expire_uploads: {
    everyMinutes: HOUR,
    run: (_payload, { deps, signal }) => expireUploads(deps, { signal }),
  },
  collect_media: {
    everyMinutes: 6 * HOUR,
    async run(_payload, { deps, signal, report }) {
      const { files, bytes } = await collectGarbage(deps, { signal });
      if (files > 0)
        report(
          'info',
          `Removed ${counted(files, 'file')} without an owner (${counted(bytes, 'byte')}).`,
        );
    },
  },
};
