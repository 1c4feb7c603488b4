import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeWholeFile } from '../../src/cli/write-whole-file.ts';
import { explainError } from '../../src/platform/explain-error.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-whole-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function* fullDisk() {
  yield 'a part';
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
}

describe('writeWholeFile', () => {
  it('names the file for which there is no room, and leaves nothing', async () => {
    const path = join(folder, 'feed.xml');
    const error = await writeWholeFile(path, fullDisk()).catch((reason: unknown) => reason);
    expect(explainError(error)).toBe(
      `There is no room for ${path}: ENOSPC: no space left on device, write`,
    );
    expect(await readdir(folder)).toEqual([]);
  });
});
