import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BrokenZip, isZip, unpackZip } from '../../platform/archives/unpack-zip.ts';
import { openWorkFolder } from '../../platform/storage/work-folder.ts';
import { webAddress } from '../../platform/text/web-address.ts';
import { findArchivedShows } from './archive-folder.ts';
import { FeedRefused } from './feed.ts';
import { type ArchiveDeps, importArchivedShow } from './import-archive.ts';
import { type ImportSummary, importFeed } from './import-feed.ts';
import { findOwnerOf } from './repository.ts';

export interface SourceDeps extends ArchiveDeps {
  /** Archives are unpacked below this folder. */
  dataDir: string;
}

/**
 * Imports a source that the operator names: the feed of a podcast, or the archive of an account with all its shows,
 * as a ZIP file or unpacked.
 * @throws FeedRefused, with nothing written
 */
export async function importSource(
  source: string,
  { dataDir, ...given }: SourceDeps,
): Promise<ImportSummary[]> {
  // The operator vouches for every address in the source.
  const deps: ArchiveDeps = { trusts: () => true, ...given };
  if (webAddress(source)) return [await importFeed(source, deps)];
  if (await isZip(source)) return importZip(source, { dataDir, ...deps });
  const isFolder = (await stat(source).catch(() => null))?.isDirectory() ?? false;
  const summaries = await importShows(source, deps);
  if (summaries.length > 0) return summaries;
  if (isFolder) throw new FeedRefused(`The folder ${source} is not the archive of an account.`);
  return [await importFeed(source, deps)];
}

async function importZip(
  source: string,
  { dataDir, ...deps }: SourceDeps,
): Promise<ImportSummary[]> {
  const spool = await openWorkFolder(join(dataDir, 'work'));
  const { path, remove } = await spool.reserve();
  try {
    await mkdir(path);
    await unpackZip(source, path);
    const summaries = await importShows(path, deps);
    if (summaries.length > 0) return summaries;
    throw new FeedRefused(
      `The archive ${source} has no shows: it is not the archive of an account.`,
    );
  } catch (cause) {
    if (!(cause instanceof BrokenZip)) throw cause;
    throw new FeedRefused(`The archive ${source} was not read: ${cause.message}.`, { cause });
  } finally {
    await remove();
  }
}

/**
 * The shows of an archive belong to one user: without an owner, the new user of the first show also gets the others.
 */
async function importShows(source: string, deps: ArchiveDeps): Promise<ImportSummary[]> {
  const summaries: ImportSummary[] = [];
  let { owner } = deps;
  for (const show of await findArchivedShows(source)) {
    const summary = await importArchivedShow(show, { ...deps, owner });
    summaries.push(summary);
    if (summary.show_id !== null) owner ??= await findOwnerOf(deps.database, summary.show_id);
  }
  return summaries;
}
