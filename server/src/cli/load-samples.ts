import { readConfig } from '../config.ts';
import { importSamples } from '../features/imports/samples.ts';
import { openDatabase } from '../platform/database/database.ts';
import { explainError } from '../platform/explain-error.ts';
import { openMediaStore } from '../platform/storage/open-media-store.ts';

// Imports the sample shows for the first start of a server. Reading pictures and audio takes memory that a process
// never releases, so it happens in this process, which ends.

process.once('disconnect', () => process.exit(1)); // the server has ended: its next start finishes the work

async function load(): Promise<void> {
  const config = readConfig(process.env);
  const { database, close } = await openDatabase(config);
  const store = await openMediaStore(config);
  await importSamples({ database, store });
  await store.close();
  await close();
}

load().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${explainError(error)}\n`);
    process.exit(1);
  },
);
