import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSamples } from '../../src/features/imports/samples.ts';
import { createFolderStore } from '../../src/platform/storage/folder-store.ts';
import { type DatabaseTemplate, sourceHash } from './database-template.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

/** The folder with the media of the sample shows, once they are in the template. */
export const sampleMedia = () => join(tmpdir(), `earshot-samples-${sourceHash()}`);

const SAMPLES: DatabaseTemplate = {
  name: 'samples',
  async fill({ database }) {
    const store = createFolderStore(sampleMedia());
    await loadSamples({ database, store }, { onStart() {} });
  },
};

/** A new database with the sample shows. Their media is in `sampleMedia()`. */
export const openSampleDatabase = (): Promise<TestDatabase> =>
  openTestDatabase({ template: SAMPLES });

/** The same, with the media in the data folder of a built server, which takes seconds to load them itself. */
export async function openServedSamples(dataDir: string): Promise<TestDatabase> {
  const test = await openSampleDatabase();
  await cp(sampleMedia(), join(dataDir, 'media'), { recursive: true });
  return test;
}
