import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Value } from 'typebox/value';
import type { Entry, ZipFile } from 'yauzl';
import { StorageUnavailable } from '../storage/storage-unavailable.ts';
import type { BackupFile } from './backup-file.ts';
import { BackupRefused, FORMAT, MANIFEST, type Manifest, ManifestSchema } from './backup-format.ts';

export interface Backup {
  manifest: Manifest;
  read(name: string): Promise<Readable>;
  close(): void;
}

/**
 * Opens a backup and reads all of it, so that a damaged one is not restored at all.
 * @throws BackupRefused
 */
export async function openBackup(
  file: BackupFile,
  { signal, onProgress = () => {} }: { signal?: AbortSignal; onProgress?: Progress } = {},
): Promise<Backup> {
  const listed = await openListed(file);
  try {
    await verify({ ...listed, path: file.name, signal, onProgress });
    return listed;
  } catch (error) {
    listed.close();
    throw error;
  }
}

/**
 * The list of a backup, if all listed files are there with their lengths. Reads only the ends of the archive.
 * @throws BackupRefused
 */
export async function inspectBackup(file: BackupFile): Promise<Manifest> {
  const { manifest, close } = await openListed(file);
  close();
  return manifest;
}

type Progress = (done: number, total: number) => void;
type Read = Backup['read'];

const damaged = (path: string, what: string, cause?: unknown) =>
  new BackupRefused(`${path} is damaged, and nothing was restored: ${what}.`, { cause });

async function openListed(file: BackupFile): Promise<Backup> {
  const path = file.name;
  const zip = await openZip(file);
  try {
    const entries = await listEntries(zip).catch((cause) => {
      throw cause instanceof StorageUnavailable ? cause : damaged(path, cause.message, cause);
    });
    const read = async (name: string) => {
      const entry = entries.get(name);
      if (!entry) throw damaged(path, `${name} is missing`);
      return zip.openReadStreamPromise(entry);
    };
    const manifest = await readManifest(path, read);
    const { files } = manifest;
    const isWhole = files.every(({ name, bytes }) => entries.get(name)?.uncompressedSize === bytes);
    if (!isWhole || entries.size !== files.length + 1) {
      throw damaged(path, 'its list does not fit its files');
    }
    return { manifest, read, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function openZip(file: BackupFile): Promise<ZipFile> {
  try {
    return await file.open();
  } catch (cause) {
    if (cause instanceof BackupRefused || cause instanceof StorageUnavailable) throw cause;
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code !== undefined) {
      throw new BackupRefused(`${file.name} cannot be read (${code}).`, { cause });
    }
    throw damaged(file.name, message, cause);
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return entries;
}

async function readManifest(path: string, read: Read): Promise<Manifest> {
  let manifest: unknown;
  try {
    manifest = JSON.parse((await buffer(await read(MANIFEST))).toString());
  } catch (cause) {
    throw cause instanceof BackupRefused ? cause : damaged(path, 'its list cannot be read', cause);
  }
  if (!Value.Check(ManifestSchema, manifest)) throw damaged(path, 'its list is not complete');
  if (manifest.format > FORMAT) {
    throw new BackupRefused(`${path} was made by a newer version: update the program.`);
  }
  return manifest;
}

interface Verification {
  path: string;
  manifest: Manifest;
  read: Read;
  signal: AbortSignal | undefined;
  onProgress: Progress;
}

async function verify({ path, manifest, read, signal, onProgress }: Verification) {
  const { files } = manifest;
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  for (const { name, sha256, bytes } of files) {
    signal?.throwIfAborted();
    const found = await hashOf(await read(name)).catch((cause) => {
      if (cause instanceof StorageUnavailable) throw cause;
      throw damaged(path, `${name} cannot be read`, cause);
    });
    if (found !== sha256) throw damaged(path, `${name} was changed`);
    done += bytes;
    onProgress(done, total);
  }
}

async function hashOf(source: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of source) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
