import { writeBackup } from '../../platform/backup/write-backup.ts';
import { openMediaStore } from '../../platform/storage/open-media-store.ts';
import { defineCommand, noPositionals, required } from './command.ts';

export const command = defineCommand({
  summary: 'Writes the database and all media to one file. The server may run meanwhile.',
  usage: '--out FILE [--json]',
  help: `  --out FILE   must not exist. It gets this name when it is complete.
               It holds addresses, hashes of passwords and private episodes: keep it safe.`,
  options: { out: { type: 'string' } },
  async run({ values, positionals }, context) {
    noPositionals(positionals);
    const path = context.fromHere(required(values.out, 'out'));
    const { config, signal } = context;
    const opened = await context.database();
    const store = await context.own(
      () => openMediaStore(config),
      ({ close }) => close(),
    );
    const progress = context.progress('Copying:');
    const deps = { opened, store, dataDir: config.dataDir };
    // Owned, so that a signal waits until the part that was written is removed.
    const summary = await context.own(
      () => writeBackup(deps, { path, signal, onProgress: progress.show }).finally(progress.end),
      async () => {},
    );
    const { bytes, tables, media, missing } = summary;
    const lost = missing.map((sha256) => `\nThe file ${sha256} is missing in the storage.`);
    context.answer({
      text: `Wrote ${path}: ${tables} tables and ${media} files, ${bytes} bytes.${lost.join('')}`,
      json: { file: path, ...summary },
    });
  },
});
