import { readBackupHealth, runBackup } from '../../features/backups/backups.ts';
import { BackupRefused } from '../../platform/backup/backup-format.ts';
import type { BackupTarget, StoredBackup } from '../../platform/backup/backup-target.ts';
import { inspectBackup } from '../../platform/backup/open-backup.ts';
import { type BackupSummary, writeBackup } from '../../platform/backup/write-backup.ts';
import { openMediaStore } from '../../platform/storage/open-media-store.ts';
import { counted } from '../../platform/text/counted.ts';
import { nameFullDisk } from '../write-whole-file.ts';
import { type CommandContext, defineCommand, UsageError } from './command.ts';
import { openPlace } from './find-backup.ts';

export const backup = defineCommand({
  summary: 'Writes the database and all media to one file. The server may run meanwhile.',
  usage: '[--out FILE] [--json]',
  help: `  --out FILE   must not exist. It gets this name when it is complete.
               It holds addresses, hashes of passwords and private episodes: keep it safe.
               Without it, the backup goes to BACKUP_DIRECTORY or BACKUP_S3_BUCKET, as those of the schedule,
               and old ones are removed by the rule of BACKUP_KEEP.`,
  options: { out: { type: 'string' } },
  async run({ values: { out } }, context) {
    if (!out && !context.config.backups) {
      throw new UsageError(
        '--out is missing, and there is no BACKUP_DIRECTORY or BACKUP_S3_BUCKET.',
      );
    }
    const { file, summary } = await (out ? toFile(context, out) : toPlace(context));
    const { bytes, tables, media, missing } = summary;
    const lost = missing.map((sha256) => `\nThe file ${sha256} is missing in the storage.`);
    context.answer({
      text: `Wrote ${file}: ${counted(tables, 'table')} and ${counted(media, 'file')}, ${counted(bytes, 'byte')}.${lost.join('')}`,
      json: { file, ...summary },
    });
  },
});

interface Written {
  file: string;
  summary: BackupSummary;
}

async function toFile(context: CommandContext, out: string): Promise<Written> {
  const path = context.fromHere(out);
  const { opened, store, finish, options } = await prepare(context);
  const deps = { opened, store, dataDir: context.config.dataDir };
  const summary = await finish(() =>
    writeBackup(deps, { path, ...options }).catch(nameFullDisk(path)),
  );
  return { file: path, summary };
}

async function toPlace(context: CommandContext): Promise<Written> {
  const { opened, store, finish, options } = await prepare(context);
  const { database, locks, connectionString: databaseAddress } = opened;
  const deps = { config: context.config, database, locks, databaseAddress, store };
  const report = (_level: string, message: string) => context.io.errors.write(`${message}\n`);
  const now = () => new Date();
  const made = await finish(() => runBackup(deps, { now, report, ...options }));
  return { file: `${made.name} to ${made.place}`, summary: made };
}

async function prepare({ config, database, own, progress, signal }: CommandContext) {
  const opened = await database({ mustExist: true });
  const store = await own(() => openMediaStore(config));
  const bar = progress('Copying:');
  /** Owned, so that a signal waits until the part that was written is removed. */
  const finish = <Result>(work: () => Promise<Result>) =>
    own(
      () => work().finally(bar.end),
      async () => {},
    );
  return { opened, store, finish, options: { signal, onProgress: bar.show } };
}

interface ListedBackup extends StoredBackup {
  isWhole: boolean;
}

export const backupList = defineCommand({
  summary: 'Lists the backups in BACKUP_DIRECTORY or BACKUP_S3_BUCKET, the newest first.',
  usage: '[--json]',
  help: `  Whether a backup is whole is read from its list. "backup drill" reads all of it.
  Ends with 1 if the newest is older than twice the interval of BACKUP_AT, or not whole.`,
  options: {},
  async run(_, context) {
    const target = await openPlace(context);
    const backups: ListedBackup[] = [];
    for (const backup of await target.list()) {
      backups.push({ ...backup, isWhole: await isWhole(target, backup.name) });
    }
    const { database } = await context.database(); // a new one before a restore
    const health = await readBackupHealth({
      backups: context.config.backups,
      database,
      now: new Date(),
    });
    const isLate = health?.isLate ?? false;
    const failure = health?.failure;
    const lines = [
      ...backups.map(describeBackup),
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

function describeBackup({ name, madeAt, bytes, isWhole }: ListedBackup): string {
  const megabytes = (bytes / 1e6).toFixed(1).padStart(10);
  const date = madeAt.toISOString().slice(0, 16).replace('T', ' ');
  return `${date} UTC  ${megabytes} MB  ${isWhole ? 'whole  ' : 'DAMAGED'}  ${name}`;
}
