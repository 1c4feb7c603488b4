import type { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file of an archive. */
export interface ZipEntry {
  /** Path inside the archive, with `/` between folders. */
  name: string;
  modified?: Date;
  /** False for audio and pictures, which are already compressed. */
  isPacked?: boolean;
  /** Called when it is this entry's turn. Null leaves the file out. */
  open(): Promise<Readable | null>;
}

/**
 * Streams a ZIP archive. Only one entry is open at a time, and it is read at the speed of the archive's reader. If
 * that reader disconnects, the open entry is closed and the rest is skipped.
 */
export function writeZip(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  zip.on('error', (error: Error) => output.destroy(error));
  addEntries(zip, output, entries).catch((error) => output.destroy(error));
  return output;
}

async function addEntries(
  zip: ZipFile,
  output: Readable,
  entries: AsyncIterable<ZipEntry>,
): Promise<void> {
  for await (const entry of entries) {
    if (output.destroyed) return;
    const source = await entry.open();
    if (source) await addEntry(zip, output, { entry, source });
  }
  if (!output.destroyed) zip.end();
}

async function addEntry(
  zip: ZipFile,
  output: Readable,
  { entry, source }: { entry: ZipEntry; source: Readable },
): Promise<void> {
  const { name, modified = new Date(), isPacked = true } = entry;
  const close = () => source.destroy();
  if (output.destroyed) return void close();
  output.once('close', close);
  try {
    const read = finished(source, { writable: false });
    zip.addReadStream(source, name, { mtime: modified, compress: isPacked });
    await read;
  } finally {
    output.off('close', close);
    close();
  }
}
