import { closeSync, openSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOpenFiles, type OpenFiles } from '../../../src/platform/storage/open-files.ts';

let folder = '';
let files: OpenFiles;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-open-'));
  files = createOpenFiles();
});
afterEach(async () => {
  vi.useRealTimers();
  files.close();
  await rm(folder, { recursive: true });
});

async function newFile(name: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, name);
  return path;
}

/** The lowest free number is the next one, so that an open file is one whose number is taken. */
function isOpen(fd: number): boolean {
  const next = openSync(folder, 'r');
  closeSync(next);
  return next !== fd && readdirSync('/dev/fd').includes(String(fd));
}

describe('createOpenFiles', () => {
  it('opens a file once for many users, and tells its size', async () => {
    const path = await newFile('twelve bytes');
    const held = await Promise.all([files.hold(path), files.hold(path), files.hold(path)]);
    expect(new Set(held.map(({ fd }) => fd)).size).toBe(1);
    expect(held[0]?.bytes).toBe(12);
    for (const { release } of held) release();
  });

  it('closes a forgotten file after its last user', async () => {
    const path = await newFile('a');
    const [first, second] = [await files.hold(path), await files.hold(path)];
    files.forget(path);
    first.release();
    first.release();
    expect(isOpen(second.fd)).toBe(true);
    second.release();
    await expect.poll(() => isOpen(second.fd)).toBe(false);
  });

  it('closes the files that nobody has asked for the longest', async () => {
    const held = [];
    for (let at = 0; at < 40; at++) {
      const file = await files.hold(await newFile(String(at)));
      file.release();
      held.push(file.fd);
    }
    await expect.poll(() => readdirSync('/dev/fd').length).toBeLessThan(32 + 40);
    expect(new Set(held).size).toBeLessThan(40); // closed numbers are used again
  });

  it('opens a file again after some seconds, because it may have been removed', async () => {
    const path = await newFile('a');
    (await files.hold(path)).release();
    await rm(path);
    (await files.hold(path)).release();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
    await expect(files.hold(path)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('asks the disk again after a file was missing', async () => {
    const path = join(folder, 'late');
    await expect(files.hold(path)).rejects.toMatchObject({ code: 'ENOENT' });
    await newFile('late');
    (await files.hold(path)).release();
  });
});
