import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { writeZip, type ZipEntry } from '../../../src/platform/archives/write-zip.ts';
import { readZip } from '../../helpers/read-zip.ts';

const CHUNK = Buffer.alloc(65_536, 'sound');

/** An entry that produces chunks as long as it is read, and counts them. */
function endless(name: string) {
  const seen = { chunks: 0, closed: false };
  const source = new Readable({
    read() {
      seen.chunks += 1;
      this.push(CHUNK);
    },
    destroy(error, done) {
      seen.closed = true;
      done(error);
    },
  });
  return { seen, entry: { name, isPacked: false, open: async () => source } satisfies ZipEntry };
}

/** It refuses names that are not ASCII if it is not told that they are UTF-8. */
const unzip = (...args: string[]) =>
  spawnSync('unzip', args, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C.UTF-8' } });

const text = (name: string, content: string): ZipEntry => ({
  name,
  open: async () => Readable.from([content], { objectMode: false }),
});

async function* listed(...entries: ZipEntry[]) {
  yield* entries;
}

describe('writeZip', () => {
  it.skipIf(unzip('-v').status !== 0)('writes an archive that unzip reads', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'earshot-zip-'));
    const path = join(folder, 'archive.zip');
    await writeFile(path, await buffer(writeZip(listed(text('a.txt', 'one'), text('ü/b', 'two')))));
    expect(unzip('-tq', path).stdout).toContain('No errors');
    await rm(folder, { recursive: true });
  });

  it('leaves out an entry that does not exist', async () => {
    const gone: ZipEntry = { name: 'gone', open: async () => null };
    const files = await readZip(await buffer(writeZip(listed(gone, text('a.txt', 'one')))));
    expect([...files]).toEqual([['a.txt', Buffer.from('one')]]);
  });

  it('takes no more from an entry than its reader reads', async () => {
    const { seen, entry } = endless('sound');
    const archive = writeZip(listed(entry));
    await vi.waitFor(() => expect(archive.readableLength).toBeGreaterThan(0));
    await vi.waitFor(async () => {
      const before = seen.chunks;
      await new Promise(setImmediate);
      expect(seen.chunks).toBe(before);
    });
    expect(seen.chunks).toBeLessThan(20);
    archive.destroy();
  });

  it('closes the open entry and asks for no other one if its reader leaves', async () => {
    const { seen, entry } = endless('sound');
    const next = vi.fn(async () => null);
    const left = vi.fn();
    async function* entries() {
      try {
        yield entry;
        yield { name: 'next', open: next };
      } finally {
        left();
      }
    }
    const archive = writeZip(entries());
    for await (const _ of archive) break; // leaves
    await vi.waitFor(() => expect(left).toHaveBeenCalled());
    expect(seen.closed).toBe(true);
    expect(next).not.toHaveBeenCalled();
  });

  it.each([
    ['an entry that cannot be opened', () => Promise.reject(new Error('lost'))],
    [
      'an entry that breaks off',
      async () =>
        Readable.from(
          (async function* broken() {
            yield CHUNK;
            throw new Error('lost');
          })(),
        ),
    ],
  ])('fails with %s', async (_, open) => {
    await expect(buffer(writeZip(listed({ name: 'sound', open })))).rejects.toThrow('lost');
  });
});
