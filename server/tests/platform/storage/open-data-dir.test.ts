import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDataDir } from '../../../src/platform/storage/open-data-dir.ts';

const IS_ROOT = process.geteuid?.() === 0;
const STRANGER = 12_345;

let parent = '';
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'earshot-data-dir-'));
  await chmod(parent, 0o755);
});
afterEach(async () => {
  await chmod(parent, 0o755);
  await rm(parent, { recursive: true });
});

/** The message for a process of another user. */
async function refusalOf(uid: number, dataDir: string): Promise<string> {
  const own = process.geteuid?.() ?? 0;
  process.seteuid?.(uid);
  try {
    return await openDataDir(dataDir).then(
      () => '',
      (error: Error) => error.message,
    );
  } finally {
    process.seteuid?.(own);
  }
}

describe('openDataDir', () => {
  it('makes the folder for its user alone, and leaves nothing in it', async () => {
    const folder = join(parent, 'a', 'b');
    await openDataDir(folder);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await readdir(folder)).toEqual([]);
    await openDataDir(folder);
  });

  it('closes an existing folder to others, before anything is stored there', async () => {
    await chmod(parent, 0o755);
    await openDataDir(parent);
    expect((await stat(parent)).mode & 0o777).toBe(0o700);
  });

  it('says that a part of the path is a file', async () => {
    const file = join(parent, 'file');
    await writeFile(file, '');
    await expect(openDataDir(join(file, 'data'))).rejects.toThrow(
      `DATA_DIR ${file}/data can't be written to (ENOTDIR).`,
    );
  });

  it.runIf(process.platform === 'linux')(
    'refuses a place where no folder can be made',
    async () => {
      await expect(openDataDir('/proc/earshot/data')).rejects.toThrow(
        /^DATA_DIR \/proc\/earshot\/data can't be written to \(E\w+\)\.$/,
      );
    },
  );

  it.runIf(IS_ROOT)('says who owns a folder, who needs it, and what to do', async () => {
    expect(await refusalOf(STRANGER, parent)).toBe(
      `DATA_DIR ${parent} belongs to user 0, and this program runs as user ${STRANGER}, who may not write there. Give the folder to that user (as root: chown -R ${STRANGER}:0 ${parent}), or start the program as user 0.`,
    );
    const missing = join(parent, 'a', 'b');
    expect(await refusalOf(STRANGER, missing)).toContain(
      `DATA_DIR ${missing} can't be made: ${parent} belongs to user 0,`,
    );
    await chmod(parent, 0o700);
    expect(await refusalOf(STRANGER, missing)).toBe(
      `DATA_DIR ${missing} can't be written to (EACCES).`,
    );
  });

  it.skipIf(IS_ROOT)('says that the owner of a folder may not write to it', async () => {
    await chmod(parent, 0o500);
    await expect(openDataDir(parent)).rejects.toThrow(`Allow it: chmod u+rwx ${parent}`);
  });
});
