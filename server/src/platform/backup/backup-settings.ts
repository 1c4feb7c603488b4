import type { S3Settings } from '../storage/s3-settings.ts';
import type { Keep } from './retention.ts';
import type { TimesOfDay } from './schedule.ts';

/** The place of backups: a folder, or a part of a bucket. */
export type BackupPlace =
  | { folder: string }
  | {
      s3: S3Settings;
      /** The beginning of all keys: empty, or `host-1/`. */
      prefix: string;
    };

/** Where this host writes its backups, when, and how many it keeps. */
export interface BackupSettings {
  place: BackupPlace;
  times: TimesOfDay;
  keep: Keep;
}
