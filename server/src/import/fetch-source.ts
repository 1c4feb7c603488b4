import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { Readable } from 'node:stream';

/** Opens an address for reading. @throws Error saying why not. */
export type Fetcher = (url: string) => Promise<{ body: Readable; contentType: string }>;

const ANSWER_WITHIN_MS = 20_000;

export const fetchFromWeb: Fetcher = async (url) => {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), ANSWER_WITHIN_MS);
  try {
    const response = await fetch(url, {
      signal: late.signal,
      headers: { 'User-Agent': 'Earshot importer' },
    });
    if (!response.ok || !response.body)
      throw new Error(`${new URL(url).host} answered ${response.status}`);
    const contentType = response.headers.get('content-type') ?? '';
    return { body: Readable.fromWeb(response.body as never), contentType };
  } catch (cause) {
    if (cause instanceof Error && cause.message.includes('answered')) throw cause;
    const why = late.signal.aborted ? 'did not answer in time' : 'can not be reached';
    throw new Error(`${URL.canParse(url) ? new URL(url).host : url} ${why}`, { cause });
  } finally {
    clearTimeout(timer);
  }
};

/** A host that can't be reached is asked no more: a feed of 700 items would wait for each. */
export function givingUp(fetcher: Fetcher): Fetcher {
  const dead = new Map<string, string>();
  return async (url) => {
    const { host } = new URL(url);
    const known = dead.get(host);
    if (known) throw new Error(known);
    try {
      return await fetcher(url);
    } catch (error) {
      if (error instanceof Error && !error.message.includes('answered'))
        dead.set(host, error.message);
      throw error;
    }
  };
}

/** Files of a folder, found by the name at the end of an address, or by that name with another extension. */
export async function indexFolder(folder: string | undefined) {
  const files = new Map<string, string>();
  for (const name of folder ? await readdir(folder) : []) {
    if (!files.has(stem(name))) files.set(stem(name), name);
    files.set(name, name);
  }
  return (url: string): Readable | null => {
    const wanted = lastName(url);
    const found = files.get(wanted) ?? files.get(stem(wanted));
    return folder && found ? createReadStream(join(folder, found)) : null;
  };
}

const stem = (name: string) => basename(name, extname(name));

function lastName(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  try {
    return decodeURIComponent(basename(path));
  } catch {
    return basename(path); // a stray percent sign
  }
}
