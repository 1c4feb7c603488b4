import { close as closeFile, fstat, open } from 'node:fs';
import { promisify } from 'node:util';
import type { StoredFile } from './media-store.ts';

const OPEN_MAX = 32;
const OPEN_FOR_MS = 10_000; // another process may have removed the file meanwhile

/** A file that stays open until its last user has released it. */
export interface HeldFile extends StoredFile {
  fd: number;
  /** May be called twice. */
  release(): void;
}

export interface OpenFiles {
  /** A missing file is `ENOENT`. */
  hold(path: string): Promise<HeldFile>;
  /** The next `hold` opens the file again. */
  forget(path: string): void;
  close(): void;
}

interface Entry {
  opened: Promise<StoredFile & { fd: number }>;
  since: number;
  users: number;
  isForgotten: boolean;
}

/**
 * Keeps recently requested files open for some seconds: a player requests many ranges of one file. Numbers instead of
 * FileHandles, because each stream would add a listener to a shared handle.
 */
export function createOpenFiles(): OpenFiles {
  const entries = new Map<string, Entry>();
  let timer: NodeJS.Timeout | undefined;

  function forget(path: string): void {
    const entry = entries.get(path);
    if (!entry) return;
    entries.delete(path);
    entry.isForgotten = true;
    closeIfUnused(entry);
  }

  function forgetOld(): void {
    timer = undefined;
    for (const [path, entry] of entries) if (isOld(entry)) forget(path);
    keepTime();
  }

  function keepTime(): void {
    if (timer || entries.size === 0) return;
    timer = setTimeout(forgetOld, OPEN_FOR_MS);
    timer.unref();
  }

  function enter(path: string): Entry {
    const [oldest] = entries.keys();
    if (entries.size >= OPEN_MAX && oldest !== undefined) forget(oldest);
    const entry = { opened: openFile(path), since: Date.now(), users: 0, isForgotten: false };
    entries.set(path, entry);
    keepTime();
    return entry;
  }

  function findOpen(path: string): Entry | undefined {
    const entry = entries.get(path);
    if (!entry) return undefined;
    if (isOld(entry)) {
      forget(path);
      return undefined;
    }
    entries.delete(path); // the most recently used comes last
    entries.set(path, entry);
    return entry;
  }

  return {
    async hold(path) {
      const entry = findOpen(path) ?? enter(path);
      entry.users += 1;
      const release = once(() => {
        entry.users -= 1;
        closeIfUnused(entry);
      });
      try {
        return { ...(await entry.opened), release };
      } catch (error) {
        if (entries.get(path) === entry) entries.delete(path);
        throw error;
      }
    },
    forget,
    close() {
      clearTimeout(timer);
      for (const path of [...entries.keys()]) forget(path);
    },
  };
}

const openPath = promisify(open);
const statFile = promisify(fstat);

async function openFile(path: string): Promise<StoredFile & { fd: number }> {
  const fd = await openPath(path, 'r');
  try {
    const { size, mtime } = await statFile(fd);
    return { fd, bytes: size, modified: mtime };
  } catch (error) {
    closeFile(fd);
    throw error;
  }
}

const isOld = ({ since }: Entry): boolean => Date.now() - since >= OPEN_FOR_MS;

function closeIfUnused({ users, isForgotten, opened }: Entry): void {
  if (!isForgotten || users > 0) return;
  opened.then(
    ({ fd }) => closeFile(fd, () => {}), // nothing was written
    () => {}, // it was never open
  );
}

function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    run();
  };
}
