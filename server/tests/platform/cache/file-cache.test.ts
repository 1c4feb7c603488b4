import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileCache } from '../../../src/platform/cache/file-cache.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-files-'));
});
afterEach(() => rm(folder, { recursive: true }));

const open = (maxBytes = 1_000) => createFileCache({ folder, maxBytes });

describe('createFileCache', () => {
  it('keeps one version of each group, also beside a reader of the version before', async () => {
    const files = open();
    await files.keep('1', 'a', [Buffer.from('one '), Buffer.from('a')]);
    await files.keep('11', 'a', [Buffer.from('eleven')]);
    const reader = await files.read('1', 'a');
    await files.keep('1', 'b', [Buffer.from('one b')]);
    expect(reader && (await text(reader.body))).toBe('one a');
    expect(await files.read('1', 'a')).toBeNull();
    expect((await readdir(folder)).sort()).toEqual(['1-b', '11-a']);
    await files.forget('1');
    expect(await readdir(folder)).toEqual(['11-a']);
  });

  it('removes what was not read for the longest time if there is too much', async () => {
    const files = open(10);
    for (const group of ['1', '2']) await files.keep(group, 'a', [Buffer.from('12345')]);
    await utimes(join(folder, '2-a'), 1, 1);
    await files.keep('3', 'a', [Buffer.from('12345')]);
    expect((await readdir(folder)).sort()).toEqual(['1-a', '3-a']);
  });

  it('knows nothing in a folder that does not exist', async () => {
    const files = createFileCache({ folder: join(folder, 'none'), maxBytes: 10 });
    expect(await files.read('1', 'a')).toBeNull();
    await files.forget('1');
  });
});
