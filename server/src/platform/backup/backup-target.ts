import type { Readable } from 'node:stream';
import type { BackupFile } from './backup-file.ts';

export interface StoredBackup {
  name: string;
  /** The moment that it shows. */
  madeAt: Date;
  bytes: number;
}

/** The place where a host keeps its backups. Other files in the same place are never touched. */
export interface BackupTarget {
  /** For messages: `the folder /backups`. */
  place: string;
  /** The newest first. Files that are still being written are not among them. */
  list(): Promise<StoredBackup[]>;
  /**
   * Stores a backup, which appears when it is complete. If that fails, nothing is left.
   * @throws Error in words for the operator
   */
  write(name: string, archive: Readable, expectedBytes: number): Promise<void>;
  file(name: string): BackupFile;
  delete(name: string): Promise<void>;
  /** Removes what killed processes have left. No process may write meanwhile. */
  sweep(): Promise<void>;
  close(): void;
}

const NAME = /^earshot-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.zip$/;

/** `earshot-20270131T033000Z.zip` */
export const backupName = (madeAt: Date): string =>
  `earshot-${madeAt.toISOString().replace(/[-:]|\.\d+/g, '')}.zip`;

/** The time in the name of a backup. Null for every other file. */
export function timeOf(name: string): Date | null {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  if (!year) return null;
  const madeAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(madeAt.getTime()) ? null : madeAt;
}

export const newestFirst = (backups: StoredBackup[]): StoredBackup[] =>
  backups.sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
