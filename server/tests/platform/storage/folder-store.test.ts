import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFolderStore } from '../../../src/platform/storage/folder-store.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-store-'));
});
afterEach(() => rm(folder, { recursive: true }));

const HASH = 'ab'.repeat(32);
const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

describe('createFolderStore', () => {
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

  it('sweeps away the drafts of dead processes, and those of other hosts after a day', async () => {
    const drafts = join(folder, 'drafts');
    await mkdir(drafts);
    const write = async (name: string, hoursOld = 0) => {
      const time = new Date(Date.now() - hoursOld * 3_600_000);
      await writeFile(join(drafts, name), '');
      await utimes(join(drafts, name), time, time);
    };
    await write(`${HOST}-999999999-dead`);
    await write(`${HOST}-${process.pid}-of-an-earlier-process-with-this-number`);
    await write('00000000-1-other-host-now', 1);
    await write('00000000-1-other-host-yesterday', 25);
    await write('12345-a-name-of-an-older-version', 25);
    await write(`${HOST}-${process.ppid}-alive`);
    await createFolderStore(folder).sweep();
    expect((await readdir(drafts)).sort()).toEqual(
      ['00000000-1-other-host-now', `${HOST}-${process.ppid}-alive`].sort(),
    );
  });
});
