import { Readable } from 'node:stream';
import type { FeatureDeps } from '../../feature.ts';
import type { ZipEntry } from '../../platform/archives/write-zip.ts';
import { unlessMissing } from '../../platform/storage/durable-file.ts';
import type { MediaStore } from '../../platform/storage/media-store.ts';
import type { ArchivedFile } from './repository.ts';

/** The dependencies of an archive. */
export type ExportDeps = Pick<FeatureDeps, 'database' | 'store' | 'config'>;

export interface Files {
  store: MediaStore;
  /** Names of files that belong in the archive, but are missing in the storage. */
  missing: string[];
}

const write = (value: unknown) => JSON.stringify(value, null, 2);

export function json(name: string, value: unknown): ZipEntry {
  return { name, open: async () => Readable.from([`${write(value)}\n`], { objectMode: false }) };
}

/** A file with a list, of which one page at a time is in memory. */
export function jsonList(name: string, rows: AsyncIterable<object>): ZipEntry {
  async function* lines() {
    let before = '[\n';
    for await (const row of rows) {
      yield before + write(row);
      before = ',\n';
    }
    yield before === '[\n' ? '[]\n' : '\n]\n';
  }
  return { name, open: async () => Readable.from(lines(), { objectMode: false }) };
}

/** A file with the only row. */
export function jsonRow(name: string, rows: AsyncIterable<object>): ZipEntry {
  async function* lines() {
    for await (const row of rows) yield `${write(row)}\n`;
  }
  return { name, open: async () => Readable.from(lines(), { objectMode: false }) };
}

/** A stored file under a name without its extension. Empty if there is no file. */
export function* mediaFile(
  { store, missing }: Files,
  base: string,
  file: ArchivedFile | null,
): Generator<ZipEntry> {
  if (!file) return;
  const name = `${base}.${file.extension}`;
  const open = async () => {
    const source = await unlessMissing(store.read(file.sha256));
    if (!source) missing.push(name);
    return source;
  };
  yield { name, isPacked: false, open };
}

const NAME_MAX = 60; // characters, so that a name with its number stays below 255 bytes

/** A folder name: a number, which makes it unique, and the part of a permalink that every system can unpack. */
export function folderName(id: number, permalink: string): string {
  const safe = permalink.normalize('NFC').replace(/[^\p{L}\p{N}\p{M}_-]+/gu, '-');
  return `${id}-${Array.from(safe).slice(0, NAME_MAX).join('')}`;
}
