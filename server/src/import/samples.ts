import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ImportDeps, importFeed } from './import-feed.ts';

/** The folder of the samples, from the built server and from its source alike. */
function samplesFolder(): string {
  const root = new URL(import.meta.url).pathname.includes('/build/') ? '../../' : '../../../';
  return fileURLToPath(new URL(`${root}server/samples/`, import.meta.url));
}

/** Loads the sample shows, through the same importer as every other feed. */
export async function importSamples(deps: ImportDeps): Promise<void> {
  const folder = samplesFolder();
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.xml')).sort()) {
    await importFeed(join(folder, name), { ...deps, mediaDir: join(folder, 'media') });
  }
}
