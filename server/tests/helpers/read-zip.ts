import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';

/** The files of a ZIP archive, by their names. Fails if the archive is cut or its checksums are wrong. */
export async function readZip(archive: Buffer): Promise<Map<string, Buffer>> {
  const zip = await yauzl.fromBufferPromise(archive, { lazyEntries: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return files;
}
