import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasShows } from '../shows/shows.ts';
import { type ImportDeps, importFeed } from './import-feed.ts';

/** The folder of the samples, from the built server and from its source alike. */
function samplesFolder(): string {
  const root = import.meta.url.endsWith('.ts') ? '../../../../' : '../../';
  return fileURLToPath(new URL(`${root}server/samples/`, import.meta.url));
}

/**
 * Loads the sample shows into an empty database, through the same importer as every other feed.
 * A file at `mark` stands while it does: after a kill, the next start finishes what was begun.
 */
export async function loadSamples(
  deps: ImportDeps,
  { mark, onStart }: { mark: string; onStart: () => void },
): Promise<void> {
  const wasCutShort = (await stat(mark).catch(() => null)) !== null;
  if (!wasCutShort && (await hasShows(deps.database))) return;
  onStart();
  await mkdir(dirname(mark), { recursive: true });
  await writeFile(mark, '');
  await importSamples(deps);
  await rm(mark);
}

/** Brings in the sample shows, whatever is there. */
export async function importSamples(deps: ImportDeps): Promise<void> {
  const folder = samplesFolder();
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.xml')).sort()) {
    await importFeed(join(folder, name), { ...deps, mediaDir: join(folder, 'media') });
  }
}
