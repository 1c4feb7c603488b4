import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createImagePresets,
  type ImagePresets,
} from '../../../src/platform/images/image-presets.ts';
import type { MediaStore } from '../../../src/platform/storage/media-store.ts';

let folder: string;
let presetsOf: (source: string, write?: () => Promise<never>) => ImagePresets;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-presets-'));
  const black = { create: { width: 40, height: 40, channels: 3, background: '#000' } } as const;
  await sharp(black).png().toFile(join(folder, 'picture'));
  await writeFile(join(folder, 'text'), 'no picture');
  presetsOf = (source, write) => {
    const withLocalFile: MediaStore['withLocalFile'] = (_sha256, run) => run(join(folder, source));
    return createImagePresets({ withLocalFile } as MediaStore, folder, write);
  };
});
afterAll(() => rm(folder, { recursive: true }));

it('has no preset of a file that is no picture', async () => {
  expect(await presetsOf('text').read('a', 320, 'webp')).toBeNull();
});

it('passes on the error of a disk that does not take the file', async () => {
  const tooLong = 'a'.repeat(240); // with its size and the name of the draft
  const reading = presetsOf('picture').read(tooLong, 320, 'webp');
  await expect(reading).rejects.toMatchObject({ code: 'ENAMETOOLONG' });
});

it('sends a preset that a full disk does not keep', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
  });
  const preset = await presetsOf('picture', () => Promise.reject(full)).read('full', 320, 'webp');
  expect(await sharp(preset ? await buffer(preset) : undefined).metadata()).toMatchObject({
    format: 'webp',
    width: 320,
  });
  expect((await readdir(folder)).filter((name) => name.startsWith('full'))).toEqual([]);
});

it('makes two at a time, so that files are read meanwhile', async () => {
  let most = 0;
  const look = setInterval(() => {
    const { queue, process } = sharp.counters();
    most = Math.max(most, queue + process);
  });
  const presets = presetsOf('picture');
  const names = Array.from({ length: 24 }, (_, at) => `many-${at}`);
  const made = await Promise.all(names.map((name) => presets.read(name, 720, 'jpg')));
  clearInterval(look);
  for (const preset of made) preset?.destroy();
  expect(most).toBe(2);
});
