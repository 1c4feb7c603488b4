import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../storage/durable-file.ts';
import { StorageUnavailable } from '../storage/storage-unavailable.ts';
import { fileAt } from './backup-file.ts';
import type { BackupPlace } from './backup-settings.ts';
import { type BackupTarget, newestFirst, type StoredBackup, timeOf } from './backup-target.ts';
import { nameOfPartial, storeFile } from './store-file.ts';

/**
 * Opens the place of the backups. The S3 library takes 20 MB of memory, so it is loaded only if it is needed.
 * @throws StartError if a bucket cannot be used
 */
export async function openTarget(place: BackupPlace): Promise<BackupTarget> {
  if ('folder' in place) return openFolderTarget(place.folder);
  const { openS3Target } = await import('./s3-target.ts');
  return openS3Target(place.s3, place.prefix);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'is full',
  EDQUOT: 'is full (the quota of this user)',
  EACCES: 'may not be written to by this program',
  EPERM: 'may not be written to by this program',
  EROFS: 'is on a read-only file system',
  ENOENT: 'does not exist',
  ENOTDIR: 'is not a folder',
};

function openFolderTarget(folder: string): BackupTarget {
  const place = `the folder ${folder}`;

  function explain(cause: unknown): never {
    const { code = '', message, path = folder } = cause as NodeJS.ErrnoException;
    const reason = path.startsWith(folder) ? REASONS[code] : undefined;
    throw reason === undefined
      ? cause
      : new StorageUnavailable(`The folder of the backups, ${folder}, ${reason} (${message}).`, {
          cause,
        });
  }

  return {
    place,
    async list() {
      const names = (await unlessMissing(readdir(folder)).catch(explain)) ?? [];
      const found: StoredBackup[] = [];
      for (const name of names) {
        const madeAt = timeOf(name);
        const file = madeAt && (await unlessMissing(stat(join(folder, name))));
        if (madeAt && file?.isFile()) found.push({ name, madeAt, bytes: file.size });
      }
      return newestFirst(found);
    },
    write: (name, archive) => storeFile(join(folder, name), archive).catch(explain),
    file: (name) => fileAt(join(folder, name)),
    delete: (name) => rm(join(folder, name), { force: true }).catch(explain),
    async sweep() {
      for (const name of (await unlessMissing(readdir(folder)).catch(explain)) ?? []) {
        const whole = nameOfPartial(name);
        if (whole && timeOf(whole)) await rm(join(folder, name), { force: true });
      }
    },
    close() {},
  };
}
