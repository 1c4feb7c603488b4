import { join } from 'node:path';
import { createFolderStore, type ProxySends } from './folder-store.ts';
import type { MediaStore } from './media-store.ts';
import type { S3Settings } from './s3-settings.ts';

/**
 * Opens the configured storage, and removes files of killed processes.
 * @throws StartError if it cannot be used.
 */
export async function openMediaStore({
  dataDir,
  s3,
  proxySends,
}: {
  dataDir: string;
  s3: S3Settings | null;
  proxySends?: ProxySends;
}): Promise<MediaStore> {
  const store = s3
    ? await openS3(s3, dataDir)
    : createFolderStore(join(dataDir, 'media'), proxySends);
  await store.sweep();
  return store;
}

/** The S3 library takes 20 MB of memory, so it is loaded only if it is needed. */
async function openS3(settings: S3Settings, dataDir: string): Promise<MediaStore> {
  const { openS3Store } = await import('./s3-store.ts');
  return openS3Store(settings, join(dataDir, 'media'));
}
