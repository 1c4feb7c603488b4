import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeToOthers } from '../../../src/platform/storage/close-to-others.ts';
import { createFolderStore } from '../../../src/platform/storage/folder-store.ts';

let dataDir = '';
const said: string[] = [];
beforeEach(async () => {
  said.length = 0;
  dataDir = await mkdtemp(join(tmpdir(), 'earshot-private-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const report = (_level: string, text: string) => void said.push(text);
const modeOf = async (...path: string[]) =>
  ((await stat(join(dataDir, ...path))).mode & 0o777).toString(8);

it('closes folders and files that an earlier version has left open', async () => {
  await mkdir(join(dataDir, 'media', 'ab'), { recursive: true });
  await writeFile(join(dataDir, 'media', 'ab', 'sound'), 'x', { mode: 0o644 });
  await closeToOthers(dataDir, report);
  expect([
    await modeOf(),
    await modeOf('media'),
    await modeOf('media', 'ab'),
    await modeOf('media', 'ab', 'sound'),
  ]).toEqual(['700', '700', '700', '600']);
  expect(said).toEqual([]);
});

it('needs no media', async () => {
  await closeToOthers(dataDir, report);
  expect(said).toEqual([]);
});

it('is not needed for new files', async () => {
  const store = createFolderStore(join(dataDir, 'media'));
  const draft = await store.receive(Readable.from([Buffer.from('sound')]), 100);
  await draft.keep();
  const writer = await store.partials.open('part', { length: 0, writer: 1 });
  await writer.close();
  const folder = draft.sha256.slice(0, 2);
  expect([
    await modeOf('media'),
    await modeOf('media', folder),
    await modeOf('media', folder, draft.sha256),
    await modeOf('media', 'drafts'),
    await modeOf('media', 'uploads', 'part'),
  ]).toEqual(['700', '700', '600', '700', '600']);
  await store.close();
});
