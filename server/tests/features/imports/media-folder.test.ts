import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMediaFolder } from '../../../src/features/imports/media-folder.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-folder-'));
  for (const name of ['one.m4a', 'one.jpg', 'media.mp3', 'guid-2.mp3', 'mit räumen.mp3'])
    await writeFile(join(folder, name), name);
  await mkdir(join(folder, 'folder.mp3'));
});
afterAll(() => rm(folder, { recursive: true }));

const SHARED = ['https://e.test/1/media.mp3', 'https://e.test/2/media.mp3'];

describe('openMediaFolder', () => {
  const audio = async (url: string, guid = 'g', addresses: string[] = [url]) => {
    const found = (await openMediaFolder(folder, addresses)).findAudio({ guid, url });
    return found && text(found);
  };

  it('finds audio by the end of its address, with any audio extension', async () => {
    expect(await audio('https://e.test/a/one.mp3?x=1')).toBe('one.m4a');
    expect(await audio('https://e.test/mit%20r%C3%A4umen.mp3')).toBe('mit räumen.mp3');
    expect(await audio('https://e.test/folder.mp3')).toBeNull();
  });

  it('does not give one file to two items, but finds each by its guid', async () => {
    expect(await audio(SHARED[0] ?? '', 'guid-1', SHARED)).toBeNull();
    expect(await audio(SHARED[1] ?? '', 'guid-2', SHARED)).toBe('guid-2.mp3');
    expect(await audio(SHARED[0] ?? '', 'guid-1')).toBe('media.mp3');
  });

  it('finds pictures by their whole name only', async () => {
    const { find } = await openMediaFolder(folder, []);
    const found = find('https://e.test/one.jpg');
    expect(found && (await text(found))).toBe('one.jpg');
    expect(find('https://e.test/one.png')).toBeNull();
  });

  it('rejects with one line if the folder does not exist', async () => {
    await expect(openMediaFolder(join(folder, 'nope'), [])).rejects.toThrow('cannot be read');
  });
});
