import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { readFileLists } from '../../platform/archives/file-list.ts';
import { StartError } from '../../platform/start-error.ts';
import { parseUrl } from '../../platform/text/parse-url.ts';

const AUDIO = /^\.(mp3|m4a|m4b|mp4|aac|ogg|oga|opus|flac|wav|webm)$/i;

export interface MediaFolder {
  /** Opens the file that the folder lists for this address, or whose name is the last part of it. */
  find(url: string): Readable | null;
  /** Opens the file that the folder lists for this address. */
  findListed(url: string): Readable | null;
  hasAudio(item: { guid: string; url: string }): boolean;
  /**
   * Opens the audio of an item: the file that the folder lists for its address, else the file named after its guid,
   * or after the last part of its address with any extension. The address does not count if several items share that
   * name (`media.mp3`), because the file belongs to only one of them.
   */
  findAudio(item: { guid: string; url: string }): Readable | null;
}

/** @throws StartError if the folder cannot be read. */
export async function openMediaFolder(
  folder: string | undefined,
  addresses: readonly string[],
): Promise<MediaFolder> {
  const found = folder ? await listFolder(folder) : [];
  const listed = folder ? await readFileLists(folder) : new Map<string, string>();
  const files = new Map<string, string>();
  for (const { name } of found.filter((entry) => !entry.isDirectory())) {
    const stemName = stem(name);
    if (AUDIO.test(extname(name)) && !files.has(stemName)) files.set(stemName, name);
    files.set(name, name);
  }
  const shared = repeated([...new Set(addresses)].map(lastName));
  // A missing file may fail before its reader listens. The reader still gets the error.
  const open = (path: string | undefined) =>
    path ? createReadStream(path).on('error', () => {}) : null;
  const pathOf = (name: string | undefined) => folder && name && join(folder, name);

  const audioOf = ({ guid, url }: { guid: string; url: string }) => {
    const name = lastName(url);
    const byName = shared.has(name) ? undefined : (files.get(name) ?? files.get(stem(name)));
    return listed.get(url) ?? pathOf(files.get(guid) ?? byName);
  };

  return {
    find: (url) => open(listed.get(url) ?? pathOf(files.get(lastName(url)))),
    findListed: (url) => open(listed.get(url)),
    hasAudio: (item) => audioOf(item) !== undefined,
    findAudio: (item) => open(audioOf(item)),
  };
}

function listFolder(folder: string) {
  return readdir(folder, { withFileTypes: true }).catch((cause: NodeJS.ErrnoException) => {
    throw new StartError(`The folder ${folder} cannot be read: ${cause.code}.`, { cause });
  });
}

const stem = (name: string) => basename(name, extname(name));

function repeated(names: readonly string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(names.filter((name) => seen.has(name) || !seen.add(name)));
}

function lastName(url: string): string {
  const path = parseUrl(url)?.pathname ?? url;
  try {
    return decodeURIComponent(basename(path));
  } catch {
    return basename(path); // a stray percent sign
  }
}
