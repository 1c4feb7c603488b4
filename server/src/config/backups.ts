import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BackupPlace, BackupSettings } from '../platform/backup/backup-settings.ts';
import { type Keep, parseKeep } from '../platform/backup/retention.ts';
import { parseTimes, type TimesOfDay } from '../platform/backup/schedule.ts';
import { StartError } from '../platform/start-error.ts';
import type { Environment } from './environment.ts';
import { readBucket } from './storage.ts';

/** Null without a place: then this host makes no backups of its own. */
export function readBackups(env: Environment): BackupSettings | null {
  const place = readPlace(env);
  if (!place) {
    const leftover = ['BACKUP_AT', 'BACKUP_KEEP'].find((name) => env[name]);
    if (leftover === undefined) return null;
    throw new StartError(
      `${leftover} is set, but there is no place for backups: set BACKUP_DIRECTORY or BACKUP_S3_BUCKET.`,
    );
  }
  return { place, times: readTimes(env), keep: readKeep(env) };
}

function readPlace(env: Environment): BackupPlace | null {
  const s3 = readBucket(env, 'BACKUP_S3_');
  const folder = env.BACKUP_DIRECTORY;
  if (s3 && folder) {
    throw new StartError('BACKUP_DIRECTORY and BACKUP_S3_BUCKET are both set. Remove one of them.');
  }
  if (folder && isFile(folder)) {
    throw new StartError(`BACKUP_DIRECTORY is "${folder}": it is a file. Name a folder.`);
  }
  if (folder) return { folder: resolve(folder) };
  const prefix = env.BACKUP_S3_PREFIX?.replace(/^\/+|\/+$/g, '');
  return s3 && { s3, prefix: prefix ? `${prefix}/` : '' };
}

function isFile(path: string): boolean {
  try {
    return !statSync(path).isDirectory();
  } catch {
    return false; // the first backup makes the folder
  }
}

function readTimes(env: Environment): TimesOfDay {
  const text = env.BACKUP_AT || '03:30';
  const times = parseTimes(text);
  if (times) return times;
  throw new StartError(
    `BACKUP_AT is "${text}": it must be a time of the day (UTC) such as 03:30, or several such as 03:30,15:30.`,
  );
}

function readKeep(env: Environment): Keep {
  const text = env.BACKUP_KEEP || '7d4w6m';
  const keep = parseKeep(text);
  if (keep) return keep;
  throw new StartError(
    `BACKUP_KEEP is "${text}": it must name days, weeks and months such as 7d4w6m, and keep at least one backup.`,
  );
}
