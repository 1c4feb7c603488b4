import { runBackup } from '../../features/backups/backups.ts';
import { type BackupSummary, writeBackup } from '../../platform/backup/write-backup.ts';
import { openMediaStore } from '../../platform/storage/open-media-store.ts';
import { nameFullDisk } from '../write-whole-file.ts';
import { type CommandContext, defineCommand, noPositionals, UsageError } from './command.ts';

export const command = defineCommand({
  summary: 'Writes the database and all media to one file. The server may run meanwhile.',
  usage: '[--out FILE] [--json]',
  help: `  --out FILE   must not exist. It gets this name when it is complete.
               It holds addresses, hashes of passwords and private episodes: keep it safe.
               Without it, the backup goes to BACKUP_DIRECTORY or BACKUP_S3_BUCKET, as those of the schedule,
               and old ones are removed by the rule of BACKUP_KEEP.`,
  options: { out: { type: 'string' } },
  async run({ values: { out }, positionals }, context) {
    noPositionals(positionals);
    if (!out && !context.config.backups) {
      throw new UsageError(
        '--out is missing, and there is no BACKUP_DIRECTORY or BACKUP_S3_BUCKET.',
      );
    }
    const { file, summary } = await (out ? toFile(context, out) : toPlace(context));
    const { bytes, tables, media, missing } = summary;
    const lost = missing.map((sha256) => `\nThe file ${sha256} is missing in the storage.`);
    context.answer({
      text: `Wrote ${file}: ${tables} tables and ${media} files, ${bytes} bytes.${lost.join('')}`,
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
  const opened = await database();
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
