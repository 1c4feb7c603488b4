import { pbkdf2 } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSpool } from '../../../src/platform/storage/spool.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-spool-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const broken = () =>
  new Readable({
    read() {
      this.push(Buffer.alloc(100));
      this.destroy(new Error('broken'));
    },
  });

/** Takes up the threads that open and remove files, so that these end in any order. */
function startWork() {
  let isOver = false;
  const work = async () => {
    while (!isOver) await promisify(pbkdf2)('a', 'b', 200, 32, 'sha1');
  };
  const all = Array.from({ length: 6 }, work);
  return () => {
    isOver = true;
    return Promise.all(all);
  };
}

describe('createSpool', () => {
  it('leaves nothing of sources that break before the file is open', async () => {
    const spool = createSpool(folder);
    const endWork = startWork();
    for (let round = 0; round < 100; round += 1) {
      const writes = Array.from({ length: 20 }, () => spool.write(broken(), 1000));
      const ended = await Promise.allSettled(writes);
      expect(ended.every(({ status }) => status === 'rejected')).toBe(true);
    }
    await endWork();
    expect(await readdir(folder)).toEqual([]);
  });
});
