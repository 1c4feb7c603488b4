import { watch } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { prepareFiles } from '../../../src/platform/database/database-files.ts';

let dataDir = '';
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'earshot-files-'));
  await mkdir(join(dataDir, 'postgres'));
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
  await writeFile(join(dataDir, 'postgres-password'), 'stored before\n');
});
afterAll(() => rm(dataDir, { recursive: true }));

describe('prepareFiles', () => {
  it('reads a stored password without a draft, for which a full disk has no room', async () => {
    const written: (string | null)[] = [];
    const watcher = watch(dataDir, (_event, name) => written.push(name));
    const { password } = await prepareFiles(dataDir);
    await writeFile(join(dataDir, 'last'), '');
    await vi.waitFor(() => expect(written).toContain('last'));
    watcher.close();
    expect(password).toBe('stored before');
    expect(written).not.toContainEqual(expect.stringMatching(/^\.password/));
  });
});
