import { openBucket } from '../storage/s3-bucket.ts';
import type { S3Settings } from '../storage/s3-settings.ts';
import { objectIn } from './backup-file.ts';
import { type BackupTarget, newestFirst, type StoredBackup, timeOf } from './backup-target.ts';

const NAME = { setting: 'BACKUP_S3_BUCKET', storage: 'The storage of backups' };

/** @throws StartError if the bucket cannot be used. */
export async function openS3Target(settings: S3Settings, prefix: string): Promise<BackupTarget> {
  const bucket = await openBucket(settings, NAME);
  return {
    place: `the bucket ${settings.bucket}${prefix && `, ${prefix}`}`,
    async list() {
      const found: StoredBackup[] = [];
      for await (const { key, bytes } of bucket.list(`${prefix}earshot-`)) {
        const name = key.slice(prefix.length);
        const madeAt = timeOf(name);
        if (madeAt) found.push({ name, madeAt, bytes });
      }
      return newestFirst(found);
    },
    write: (name, archive, expectedBytes) =>
      bucket.putStream(prefix + name, archive, expectedBytes),
    file: (name) => objectIn(bucket, prefix + name),
    delete: (name) => bucket.delete([prefix + name]),
    sweep: () => bucket.abortUploads(`${prefix}earshot-`),
    close: bucket.close,
  };
}
