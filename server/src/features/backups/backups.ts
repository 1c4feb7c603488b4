import type { Config } from '../../config.ts';
import type { FeatureDeps } from '../../feature.ts';
import { BackupRefused } from '../../platform/backup/backup-format.ts';
import type { BackupSettings } from '../../platform/backup/backup-settings.ts';
import { type BackupTarget, backupName } from '../../platform/backup/backup-target.ts';
import { inspectBackup } from '../../platform/backup/open-backup.ts';
import { openTarget } from '../../platform/backup/open-target.ts';
import { type Keep, listExpired } from '../../platform/backup/retention.ts';
import { latestSlot, longestGapMs } from '../../platform/backup/schedule.ts';
import { type BackupSummary, makeBackup } from '../../platform/backup/write-backup.ts';
import { Connection } from '../../platform/database/connection.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Report } from '../../platform/database/watch.ts';
import * as repository from './repository.ts';

const HOUR_MS = 3_600_000;
const LATE_AFTER = 2; // intervals of the schedule

type PlanDeps = Pick<FeatureDeps, 'config' | 'database' | 'jobs'>;

interface Moment {
  now: Date;
  report: Report;
}

/** Adds the job of a backup if the schedule says so. Any number of processes may call it. */
export async function planBackup(
  { config: { backups }, database, jobs }: PlanDeps,
  { now, report }: Moment,
): Promise<void> {
  if (!backups) return;
  const slot = latestSlot(backups.times, now);
  const isTaken = await database.transaction().execute(async (transaction) => {
    if (!(await repository.takeSlot(transaction, { slot, now }))) return false;
    await jobs.add(transaction, 'write_backup', {}, { key: 'backup', queue: 'backup' });
    return true;
  });
  const health = isTaken ? await readBackupHealth({ backups, database, now }) : null;
  if (health?.isLate) report('error', describeLate(health));
}

export interface BackupHealth {
  /** Of the last good backup. Null if there is none. */
  madeAt: Date | null;
  /** 0 if there is none. */
  bytes: number;
  /** Since the last good backup, or since the beginning of the schedule. */
  ageMs: number;
  /** The age is more than twice the interval of the schedule. */
  isLate: boolean;
  /** The last failure, if no good backup followed it. */
  failure: { at: Date; error: string } | null;
}

/** Null if this host makes no backups on its own, or has not begun. */
export async function readBackupHealth({
  backups,
  database,
  now,
}: {
  backups: BackupSettings | null;
  database: Database;
  now: Date;
}): Promise<BackupHealth | null> {
  const state = backups && (await repository.readState(database));
  if (!state) return null;
  const { since, made_at: madeAt, bytes, failed_at, error } = state;
  const ageMs = Math.max(0, now.getTime() - (madeAt ?? since).getTime());
  return {
    madeAt,
    bytes,
    ageMs,
    isLate: ageMs > LATE_AFTER * longestGapMs(backups.times),
    failure: failed_at && { at: failed_at, error: error ?? '' },
  };
}

function describeLate({ madeAt, ageMs, failure }: BackupHealth): string {
  const hours = Math.floor(ageMs / HOUR_MS);
  const last = madeAt
    ? `The last good backup is ${hours} hours old, of ${madeAt.toISOString()}.`
    : `There is no backup yet, ${hours} hours after the beginning of the schedule.`;
  return failure ? `${last} The last attempt failed: ${failure.error}` : last;
}

export interface RunDeps
  extends Pick<FeatureDeps, 'database' | 'databaseAddress' | 'locks' | 'store'> {
  config: Pick<Config, 'backups' | 'dataDir'>;
}

export interface RunOptions {
  now(): Date;
  signal?: AbortSignal;
  report: Report;
  onProgress?(done: number, total: number | null): void;
}

export interface NewBackup extends BackupSummary {
  name: string;
  place: string;
  /** Names of the backups that the rule no longer keeps. */
  removed: string[];
}

/**
 * Makes a backup in the place of the settings now, and then removes those that the rule no longer keeps. Old ones stay
 * until the new one has been read back.
 * @throws BackupRefused if there is no place, or if another process makes a backup
 */
export async function runBackup(deps: RunDeps, options: RunOptions): Promise<NewBackup> {
  const { backups } = deps.config;
  if (!backups) throw new BackupRefused('Set BACKUP_DIRECTORY or BACKUP_S3_BUCKET first.');
  const { signal } = options;
  const release = await deps.locks.acquire('backup', { waitMs: 0, ...(signal ? { signal } : {}) });
  if (!release) throw new BackupRefused('Another process is making a backup.');
  try {
    return await make(deps, backups, options);
  } catch (error) {
    if (!signal?.aborted) {
      const failure = { failed_at: options.now(), error: (error as Error).message };
      await repository.noteFailure(deps.database, failure).catch(() => {}); // the cause may be a lost database
    }
    throw error;
  } finally {
    await release();
  }
}

async function make(
  deps: RunDeps,
  { place, keep }: BackupSettings,
  { now, report, ...options }: RunOptions,
): Promise<NewBackup> {
  const target = await openTarget(place);
  try {
    await target.sweep();
    const madeAt = now();
    const name = backupName(madeAt);
    const opened = { database: deps.database, connect: () => connectTo(deps.databaseAddress()) };
    const source = { opened, store: deps.store, dataDir: deps.config.dataDir };
    const summary = await makeBackup(source, options, (archive, expectedBytes) =>
      target.write(name, archive, expectedBytes),
    );
    await readBack(target, name);
    await repository.noteGood(deps.database, { name, made_at: madeAt, bytes: summary.bytes });
    const removed = await removeExpired(target, { keep, name, report });
    return { ...summary, name, place: target.place, removed };
  } finally {
    target.close();
  }
}

async function connectTo(connectionString: string): Promise<Connection> {
  const connection = new Connection({ connectionString });
  await connection.connect();
  return connection;
}

/** A backup that the place has not stored as it was sent is removed: an operator might rely on it. */
async function readBack(target: BackupTarget, name: string): Promise<void> {
  try {
    await inspectBackup(target.file(name));
  } catch (error) {
    if (error instanceof BackupRefused) await target.delete(name);
    throw error;
  }
}

async function removeExpired(
  target: BackupTarget,
  { keep, name, report }: { keep: Keep; name: string; report: Report },
): Promise<string[]> {
  const removed: string[] = [];
  try {
    for (const expired of listExpired(await target.list(), keep)) {
      if (expired.name === name) continue; // the clock was set back
      await target.delete(expired.name);
      removed.push(expired.name);
    }
  } catch (error) {
    report('warn', `Old backups could not be removed: ${(error as Error).message}`);
  }
  return removed;
}
