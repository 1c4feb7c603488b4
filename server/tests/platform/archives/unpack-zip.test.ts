import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import { isZip, unpackZip } from '../../../src/platform/archives/unpack-zip.ts';
import { writeZip } from '../../../src/platform/archives/write-zip.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-unzip-'));
  await mkdir(join(folder, 'to'));
  return () => rm(folder, { recursive: true });
});

const zipOf = (files: readonly (readonly [name: string, bytes: Buffer | string])[]) =>
  buffer(
    writeZip(
      (async function* () {
        for (const [name, bytes] of files) {
          yield { name, open: async () => Readable.from([bytes], { objectMode: false }) };
        }
      })(),
    ),
  );

async function unpack(zip: Buffer): Promise<string[]> {
  const path = join(folder, 'a.zip');
  await writeFile(path, zip);
  await unpackZip(path, join(folder, 'to'));
  const found = await readdir(join(folder, 'to'), { recursive: true, withFileTypes: true });
  return found.filter((each) => each.isFile()).map(({ name }) => name);
}

/** The archive with another name of the same length in it. */
const renamed = (zip: Buffer, from: string, to: string) =>
  Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');

describe('unpackZip', () => {
  it('writes every file of the archive', async () => {
    const names = await unpack(
      await zipOf([
        ['a.txt', 'one'],
        ['b/c.txt', 'two'],
      ]),
    );
    expect(names.sort()).toEqual(['a.txt', 'c.txt']);
    expect(await readFile(join(folder, 'to', 'b', 'c.txt'), 'utf8')).toBe('two');
  });

  it.each(['../x.txt', '/xxx.txt', '..\\x.txt'])(
    'writes nothing outside of its folder: %s',
    async (name) => {
      const zip = renamed(await zipOf([['normal.t', 'bad']]), 'normal.t', name.padEnd(8, 't'));
      await expect(unpack(zip)).rejects.toThrow('cannot be unpacked');
      expect(await readdir(folder)).toEqual(['a.zip', 'to']);
    },
  );

  it('refuses an archive that is cut, and one that is none', async () => {
    const zip = await zipOf([['a.txt', 'one'.repeat(1000)]]);
    await expect(unpack(zip.subarray(0, -30))).rejects.toThrow('cannot be unpacked');
    await expect(unpack(Buffer.from('PK'))).rejects.toThrow('cannot be unpacked');
  });

  it('refuses an archive with a file twice', async () => {
    const zip = await zipOf([
      ['a.txt', 'one'],
      ['b.txt', 'two'],
    ]);
    await expect(unpack(renamed(zip, 'b.txt', 'a.txt'))).rejects.toThrow(
      'has the file a.txt twice',
    );
  });

  it('refuses an archive that grows far beyond its size', async () => {
    const zip = await zipOf([['zeros', Buffer.alloc(130_000_000)]]);
    expect(zip.length).toBeLessThan(1_000_000);
    await expect(unpack(zip)).rejects.toThrow('far more than its size allows');
    expect(await readdir(join(folder, 'to'))).toEqual([]);
  });
});

describe('isZip', () => {
  it('looks at the first bytes', async () => {
    const path = join(folder, 'x');
    await writeFile(path, await zipOf([['a', 'b']]));
    expect(await isZip(path)).toBe(true);
    await writeFile(path, '<rss>');
    expect(await isZip(path)).toBe(false);
    expect(await isZip(folder)).toBe(false);
    expect(await isZip(join(folder, 'nothing'))).toBe(false);
  });
});
