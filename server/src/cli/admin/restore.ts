import { openBackup } from '../../platform/backup/open-backup.ts';
import { requireKnown, restoreBackup } from '../../platform/backup/restore-backup.ts';
import { openMediaStore } from '../../platform/storage/open-media-store.ts';
import { counted } from '../../platform/text/counted.ts';
import { defineCommand, UsageError } from './command.ts';
import { BACKUP_HELP, findBackup } from './find-backup.ts';

export const command = defineCommand({
  summary: 'Restores a backup into an empty host: a new DATA_DIR, and a new database.',
  usage: 'FILE|latest [--json]',
  help: `${BACKUP_HELP}
  A damaged backup is refused before anything is written.`,
  takes: 'several',
  options: {},
  isAct: () => true,
  async run({ positionals }, context) {
    const [file, ...others] = positionals;
    if (file === undefined) throw new UsageError('FILE is missing.');
    if (others.length > 0) throw new UsageError(`"${others[0]}" is one file too many.`);
    const { config, signal } = context;
    const found = await findBackup(context, file);
    const checking = context.progress('Checking:');
    const backup = await context.own(() =>
      openBackup(found, { signal, onProgress: checking.show }),
    );
    checking.end();
    const { migration, created_at, files } = backup.manifest;
    requireKnown(backup);
    const opened = await context.database({ upTo: migration });
    const store = await context.own(() => openMediaStore(config));
    const progress = context.progress('Restoring:');
    const deps = { opened, store, dataDir: config.dataDir };
    // Owned, so that a signal does not close the database under it.
    await context.own(
      () =>
        restoreBackup(deps, backup, { signal, onProgress: progress.show }).finally(progress.end),
      async () => {},
    );
    context.answer({
      text: `Restored the backup of ${created_at}: ${counted(files.length, 'file')}. Start the server now.`,
      json: { created_at, files: files.length },
    });
  },
});
