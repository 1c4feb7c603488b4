import { createWriteStream } from 'node:fs';
import { mkdir, open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import yauzl, { type Entry } from 'yauzl';

/** The archive was not unpacked. The message gives the reason to the person who uploaded it. */
export class BrokenZip extends Error {
  override readonly name = 'BrokenZip';
}

// Texts compress to a tenth of their size, and audio and pictures hardly at all. An archive that grows more is
// malicious.
const GROWTH_MAX = 20;
const GROWTH_FREE_BYTES = 100_000_000;

const SIGNATURES = ['504b0304', '504b0506']; // of a file, and of an archive without files

/** True for a file that begins like a ZIP archive. */
export async function isZip(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null);
  if (!file) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && SIGNATURES.includes(buffer.toString('hex'));
  } catch {
    return false; // a folder
  } finally {
    await file.close();
  }
}

/**
 * Unpacks an archive into a new folder. It writes nothing outside of that folder.
 * @throws BrokenZip if the archive is truncated, or much larger than declared
 */
export async function unpackZip(path: string, folder: string): Promise<void> {
  const bytesMax = (await stat(path)).size * GROWTH_MAX + GROWTH_FREE_BYTES;
  let bytes = 0;
  const zip = await yauzl.openPromise(path, { lazyEntries: true }).catch(refuse);
  try {
    const entries = zip.eachEntry();
    for (;;) {
      const { value: entry, done } = await entries.next().catch(refuse);
      if (done) return;
      // Each file is checked against this size while it is read.
      bytes += entry.uncompressedSize;
      if (bytes > bytesMax) throw new BrokenZip('it unpacks to far more than its size allows');
      if (entry.fileName.endsWith('/')) continue;
      const to = join(folder, entry.fileName); // yauzl refuses names that lead out of the folder
      await mkdir(dirname(to), { recursive: true });
      await writeEntry(zip, entry, to);
    }
  } finally {
    zip.close();
  }
}

async function writeEntry(zip: yauzl.ZipFile, entry: Entry, to: string): Promise<void> {
  const source = await zip.openReadStreamPromise(entry).catch(refuse);
  const target = createWriteStream(to, { flags: 'wx' });
  let own: Error | null = null; // an error of our disk is not the fault of the archive
  target.once('error', (error) => {
    own = error;
  });
  await pipeline(source, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new BrokenZip(`it has the file ${entry.fileName} twice`);
    if (own) throw own;
    refuse(error);
  });
}

function refuse(cause: Error): never {
  throw new BrokenZip(`it cannot be unpacked: ${cause.message.replace(/\.$/, '')}`, { cause });
}
