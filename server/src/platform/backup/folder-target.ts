import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../storage/durable-file.ts';
import { StorageUnavailable } from '../storage/storage-unavailable.ts';
import { fileAt } from './backup-file.ts';
import { type BackupTarget, newestFirst, type StoredBackup, timeOf } from './backup-target.ts';
import { nameOfPartial, storeFile } from './store-file.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'is full',
  EDQUOT: 'is full (the quota of this user)',
  EACCES: 'may not be written to by this program',
  EPERM: 'may not be written to by this program',
  EROFS: 'is on a read-only file system',
  ENOENT: 'does not exist',
  ENOTDIR: 'is not a folder',
};

export function openFolderTarget(folder: string): BackupTarget {
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
