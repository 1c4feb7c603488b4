import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFolderStore } from '../../../src/platform/storage/folder-store.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-store-'));
});
afterEach(() => rm(folder, { recursive: true }));

const HASH = 'ab'.repeat(32);
const bytesOf = (text: string) => Readable.from([Buffer.from(text)]);

describe('createFolderStore', () => {
  it('serves a kept draft, whole and in part', async () => {
    const store = createFolderStore(folder);
    const draft = await store.receive(bytesOf('0123456789'), 10);
    await draft.keep();
    expect((await store.stat(draft.sha256))?.bytes).toBe(10);
    const part = await buffer(await store.read(draft.sha256, { first: 2, last: 4 }));
    expect(part.toString()).toBe('234');
    expect((await buffer(await store.read(draft.sha256))).toString()).toBe('0123456789');
  });

  it('refuses a file past the limit and leaves nothing behind', async () => {
    const store = createFolderStore(folder);
    await expect(store.receive(bytesOf('0123456789'), 9)).rejects.toThrow(RangeError);
    expect(await store.stat(HASH)).toBeNull();
  });

  it('says that a file is missing only if it is', async () => {
    const store = createFolderStore(folder);
    expect(await store.stat(HASH)).toBeNull();
    // A file in the place of the folder is damage, not an absent file. (Root may read every folder.)
    await writeFile(join(folder, 'ab'), '');
    await expect(store.stat(HASH)).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  it.skipIf(process.getuid?.() === 0)('reports a folder that it may not read', async () => {
    await mkdir(join(folder, 'ab'));
    await chmod(join(folder, 'ab'), 0);
    await expect(createFolderStore(folder).stat(HASH)).rejects.toMatchObject({ code: 'EACCES' });
    await chmod(join(folder, 'ab'), 0o700);
  });

  it('fails before it returns a stream for a file that can not be opened', async () => {
    await expect(createFolderStore(folder).read(HASH)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
