import { readBackupHealth } from '../../features/backups/backups.ts';
import { BackupRefused } from '../../platform/backup/backup-format.ts';
import type { BackupTarget, StoredBackup } from '../../platform/backup/backup-target.ts';
import { inspectBackup } from '../../platform/backup/open-backup.ts';
import { defineCommand, noPositionals } from './command.ts';
import { openPlace } from './find-backup.ts';

interface ListedBackup extends StoredBackup {
  isWhole: boolean;
}

export const command = defineCommand({
  summary: 'Lists the backups in BACKUP_DIRECTORY or BACKUP_S3_BUCKET, the newest first.',
  usage: '[--json]',
  help: `  Whether a backup is whole is read from its list. "backup drill" reads all of it.
  Ends with 1 if the newest is older than twice the interval of BACKUP_AT, or not whole.`,
  options: {},
  async run({ positionals }, context) {
    noPositionals(positionals);
    const target = await openPlace(context);
    const backups: ListedBackup[] = [];
    for (const backup of await target.list()) {
      backups.push({ ...backup, isWhole: await isWhole(target, backup.name) });
    }
    const { database } = await context.database();
    const health = await readBackupHealth({
      backups: context.config.backups,
      database,
      now: new Date(),
    });
    const isLate = health?.isLate ?? false;
    const failure = health?.failure;
    const lines = [
      ...backups.map(describe),
      ...(backups.length === 0 ? [`There is no backup in ${target.place}.`] : []),
      ...(failure
        ? [`The last attempt failed at ${failure.at.toISOString()}: ${failure.error}`]
        : []),
      ...(isLate ? ['The last good backup is too old: look into the log of the workers.'] : []),
    ];
    context.answer({
      text: lines.join('\n'),
      json: {
        place: target.place,
        backups: backups.map(({ name, madeAt, bytes, isWhole }) => ({
          name,
          made_at: madeAt.toISOString(),
          bytes,
          is_whole: isWhole,
        })),
        is_late: isLate,
        failure: failure ? { at: failure.at.toISOString(), error: failure.error } : null,
      },
    });
    return isLate || backups[0]?.isWhole === false ? 1 : 0;
  },
});

async function isWhole(target: BackupTarget, name: string): Promise<boolean> {
  try {
    await inspectBackup(target.file(name));
    return true;
  } catch (error) {
    if (error instanceof BackupRefused) return false;
    throw error;
  }
}

function describe({ name, madeAt, bytes, isWhole }: ListedBackup): string {
  const megabytes = (bytes / 1e6).toFixed(1).padStart(10);
  const date = madeAt.toISOString().slice(0, 16).replace('T', ' ');
  return `${date} UTC  ${megabytes} MB  ${isWhole ? 'whole  ' : 'DAMAGED'}  ${name}`;
}
