import { readdir, readFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';

/** The file that maps the addresses of files to their names in the same folder. */
export const FILE_LIST = 'files.json';

/** Collects the addresses of files in a folder of an archive. */
export interface Addresses {
  /** False if the address already has a file. */
  add(address: string | null, name: string): boolean;
  /** Names of files relative to the folder, by address, without missing files. */
  list(missing: readonly string[]): Record<string, string>;
}

export function createAddresses(folder: string): Addresses {
  const names = new Map<string, string>();
  return {
    add(address, name) {
      if (address === null || names.has(address)) return false;
      names.set(address, name);
      return true;
    },
    list(missing) {
      const lost = new Set(missing);
      const there = [...names].filter(([, name]) => !lost.has(name));
      return Object.fromEntries(
        there.map(([address, name]) => [address, name.slice(folder.length + 1)]),
      );
    },
  };
}

/**
 * The paths of files by their address, from the lists of a folder: its own list, or those of the shows in an unpacked
 * account archive. Names that lead out of the folder are ignored, and so is an unreadable list.
 */
export async function readFileLists(folder: string): Promise<Map<string, string>> {
  const shows = await readdir(join(folder, 'shows')).catch(() => []);
  const folders = [folder, ...shows.map((name) => join(folder, 'shows', name))];
  const lists = await Promise.all(folders.map(readFileList));
  return new Map(lists.flat());
}

async function readFileList(folder: string): Promise<[address: string, path: string][]> {
  const text = await readFile(join(folder, FILE_LIST), 'utf8').catch(() => '{}');
  const list = parse(text);
  if (typeof list !== 'object' || list === null) return [];
  return Object.entries(list).flatMap(([address, name]): [string, string][] => {
    const path = resolve(folder, String(name));
    return path.startsWith(resolve(folder) + sep) ? [[address, path]] : [];
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
