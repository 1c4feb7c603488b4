import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { readColor } from '../../platform/images/read-color.ts';
import { stripMetadata } from '../../platform/images/strip-metadata.ts';
import type { Draft, MediaStore } from '../../platform/storage/media-store.ts';
import type { NewMedia } from './repository.ts';

type Facts = Pick<NewMedia, 'mime_type' | 'extension' | 'width' | 'height'>;

/**
 * Stores a received picture without what it says about its maker, such as the place where it was taken. Nothing refers
 * to it yet: the caller saves it with its owner.
 * @param read - throws if the file may not be kept
 */
export async function keepPicture(
  store: MediaStore,
  draft: Draft,
  read: (path: string) => Promise<Facts>,
): Promise<NewMedia> {
  const { facts, color, bytes } = await draft.withLocalFile(async (path) => ({
    facts: await read(path),
    color: (await readColor(path)) ?? '',
    bytes: await readFile(path),
  }));
  const clean = await stripMetadata(bytes);
  const { sha256 } = clean.equals(bytes) ? await keep(draft) : await keepBytes(store, clean);
  return { ...facts, color, sha256, kind: 'image', file_size: clean.length, duration: 0 };
}

async function keep(draft: Draft): Promise<Draft> {
  await draft.keep();
  return draft;
}

async function keepBytes(store: MediaStore, bytes: Buffer): Promise<Draft> {
  const draft = await store.receive(Readable.from([bytes]), bytes.length);
  try {
    return await keep(draft);
  } finally {
    await draft.discard();
  }
}
