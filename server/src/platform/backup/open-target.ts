import type { BackupPlace } from './backup-settings.ts';
import type { BackupTarget } from './backup-target.ts';
import { openFolderTarget } from './folder-target.ts';

/**
 * Opens the place of the backups. The S3 library takes 20 MB of memory, so it is loaded only if it is needed.
 * @throws StartError if a bucket cannot be used
 */
export async function openTarget(place: BackupPlace): Promise<BackupTarget> {
  if ('folder' in place) return openFolderTarget(place.folder);
  const { openS3Target } = await import('./s3-target.ts');
  return openS3Target(place.s3, place.prefix);
}
