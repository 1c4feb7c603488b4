import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from 'earshot/contract';
import { writeZip, type ZipEntry } from '../../platform/archives/write-zip.ts';
import { openWorkFolder } from '../../platform/storage/work-folder.ts';
import { openNotePictures } from '../note-pictures/note-pictures.ts';
import { ACCOUNT_PARTS, type AccountPart } from './account-parts.ts';
import { type ExportDeps, json, jsonList, jsonRow, mediaFile } from './archive-files.ts';
import * as repository from './repository.ts';
import { showEntries } from './show-entries.ts';

export interface Export {
  /** The permalink of the user, for the name of the file. */
  permalink: string;
  archive: Readable;
}

/**
 * All data of a user as a ZIP archive that is made while it is read.
 * @throws AppError USER_UNAVAILABLE
 */
export async function openExport(deps: ExportDeps, userId: number): Promise<Export> {
  const user = await repository.findUser(deps.database, userId);
  if (!user) throw new AppError('USER_UNAVAILABLE');
  return { permalink: user.permalink, archive: writeZip(listEntries(deps, userId, user)) };
}

async function* listEntries(
  deps: ExportDeps,
  userId: number,
  { picture, isDeleted }: repository.ArchivedUser,
): AsyncGenerator<ZipEntry> {
  const { database, store, config } = deps;
  const missing: string[] = [];
  const files = { store, missing };
  for (const part of ACCOUNT_PARTS) {
    const rows = isDeleted ? repository.rowsPutAside(userId, part.name) : part.rows(userId);
    yield partEntry(part, repository.listData(database, rows));
  }
  yield* mediaFile(files, 'picture', picture);
  const pictures = openNotePictures(config);
  const spool = await openWorkFolder(join(config.dataDir, 'work'));
  for (const show of await repository.listShows(database, userId)) {
    yield* showEntries({ database, config, spool, files, pictures }, show);
  }
  for (const { upload_id, file } of await repository.listUnusedUploads(database, userId)) {
    yield* mediaFile(files, `uploads/${upload_id}`, file);
  }
  if (missing.length > 0) yield json('missing-files.json', missing);
}

function partEntry({ name, isSingle = false }: AccountPart, rows: AsyncIterable<object>): ZipEntry {
  return (isSingle ? jsonRow : jsonList)(`${name}.json`, rows);
}
