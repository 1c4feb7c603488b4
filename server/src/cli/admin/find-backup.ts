import { existsSync } from 'node:fs';
import { type BackupFile, fileAt } from '../../platform/backup/backup-file.ts';
import { type BackupTarget, timeOf } from '../../platform/backup/backup-target.ts';
import { openTarget } from '../../platform/backup/open-target.ts';
import { type CommandContext, CommandFailed } from './command.ts';

export const BACKUP_HELP = `  FILE         the path of a file, or the name of a backup in BACKUP_DIRECTORY or BACKUP_S3_BUCKET
  latest       the newest backup there`;

/** Opens the place of backups that the settings name. @throws CommandFailed if they name none */
export async function openPlace({ config, own }: CommandContext): Promise<BackupTarget> {
  const { backups } = config;
  if (!backups) {
    throw new CommandFailed(
      'There is no place for backups: set BACKUP_DIRECTORY or BACKUP_S3_BUCKET.',
    );
  }
  return own(() => openTarget(backups.place));
}

/** The backup that the operator means. @throws CommandFailed */
export async function findBackup(context: CommandContext, named: string): Promise<BackupFile> {
  const path = context.fromHere(named);
  const isInPlace = named === 'latest' || (timeOf(named) && context.config.backups);
  if (existsSync(path) || !isInPlace) return fileAt(path);
  const target = await openPlace(context);
  if (named !== 'latest') return target.file(named);
  const [newest] = await target.list();
  if (!newest) throw new CommandFailed(`There is no backup in ${target.place}.`);
  return target.file(newest.name);
}
