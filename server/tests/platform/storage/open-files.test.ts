import { fstatSync, statSync } from 'node:fs';
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

/** A closed number can belong to another file, so the file behind it decides. */
function isOpen(fd: number, path: string): boolean {
  try {
    return fstatSync(fd).ino === statSync(path).ino;
  } catch {
    return false;
  }
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
    expect(isOpen(second.fd, path)).toBe(true);
    second.release();
    await expect.poll(() => isOpen(second.fd, path)).toBe(false);
  });

  it('closes the files that nobody has asked for the longest', async () => {
    const held: [fd: number, path: string][] = [];
    for (let at = 0; at < 40; at++) {
      const path = await newFile(String(at));
      const file = await files.hold(path);
      file.release();
      held.push([file.fd, path]);
    }
    await expect.poll(() => held.filter((file) => isOpen(...file)).length).toBe(32);
    expect(held.slice(-32).every((file) => isOpen(...file))).toBe(true);
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
