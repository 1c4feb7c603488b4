import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** Files that can be made again, in a folder of this host. Each belongs to a group. A group keeps one file. */
export interface FileCache {
  /** Null if there is no such file. */
  read(group: string, version: string): Promise<{ bytes: number; body: Readable } | null>;
  /** Keeps this version of the group, and removes all others. */
  keep(group: string, version: string, chunks: readonly Buffer[]): Promise<void>;
  forget(group: string): Promise<void>;
}

export interface FileCacheOptions {
  folder: string;
  /** Beyond this size, the least recently read files are removed. */
  maxBytes: number;
}

/** A version is named by letters, digits and `_`; a group by letters and digits. */
export function createFileCache({ folder, maxBytes }: FileCacheOptions): FileCache {
  const nameOf = (group: string, version: string) => `${group}-${version}`;
  const remove = (name: string) => rm(join(folder, name), { force: true });

  async function names(): Promise<string[]> {
    return readdir(folder).catch(() => []);
  }

  async function removeOthers(group: string, kept: string): Promise<void> {
    const others = (await names()).filter((name) => name.startsWith(`${group}-`) && name !== kept);
    await Promise.all(others.map(remove));
  }

  /** Removes the files that were used least recently. */
  async function shrink(): Promise<void> {
    const found = await Promise.all(
      (await names()).map(async (name) => ({
        name,
        facts: await stat(join(folder, name)).catch(() => null),
      })),
    );
    const files = found.flatMap(({ name, facts }) => (facts ? [{ name, facts }] : []));
    files.sort((a, b) => b.facts.atimeMs - a.facts.atimeMs);
    let total = 0;
    for (const { name, facts } of files) {
      total += facts.size;
      if (total > maxBytes) await remove(name);
    }
  }

  return {
    async read(group, version) {
      const file = await open(join(folder, nameOf(group, version))).catch(() => null);
      if (!file) return null;
      try {
        const { size } = await file.stat();
        return { bytes: size, body: file.createReadStream() };
      } catch (error) {
        await file.close();
        throw error;
      }
    },
    async keep(group, version, chunks) {
      const name = nameOf(group, version);
      const draft = join(folder, `draft-${randomUUID()}`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        await writeFile(draft, chunks, { mode: 0o600 });
        await rename(draft, join(folder, name));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await removeOthers(group, name);
      await shrink();
    },
    forget: (group) => removeOthers(group, ''),
  };
}
