import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { cleanPicture } from '../../platform/images/clean-picture.ts';
import { readColor } from '../../platform/images/read-color.ts';
import type { Draft, MediaStore } from '../../platform/storage/media-store.ts';
import type { NewMedia } from './repository.ts';

/**
 * Stores a received picture without its metadata, as a JPEG or PNG. It has no owner yet: the caller saves it with its
 * owner.
 * @throws AppError INVALID_REQUEST
 */
export async function keepPicture(store: MediaStore, draft: Draft): Promise<NewMedia> {
  const { picture, color, isSame } = await draft.withLocalFile(async (path) => {
    const bytes = await readFile(path);
    const picture = await cleanPicture(bytes);
    return { picture, color: (await readColor(path)) ?? '', isSame: picture.bytes.equals(bytes) };
  });
  const { bytes, ...facts } = picture;
  const { sha256 } = isSame ? await keep(draft) : await keepBytes(store, bytes);
  return { ...facts, color, sha256, kind: 'image', file_size: bytes.length, duration: 0 };
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
