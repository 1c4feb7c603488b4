import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buildPath, MEDIA_ROUTES } from 'earshot/contract';
import { htmlText } from 'earshot/internal';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/database/database.ts';
import {
  createRemotePictures,
  type RemotePictures,
} from '../../platform/images/remote-pictures.ts';
import { unlessMissing } from '../../platform/storage/durable-file.ts';
import type { MediaStore } from '../../platform/storage/media-store.ts';
import { type NewMedia, saveMedia } from '../media/media.ts';
import * as repository from './repository.ts';

/** Whose notes show a picture: `episode-7`, `show-3`. */
export type NotesName = `${'episode' | 'show'}-${number}`;

/** A picture as `cleanHtml` writes it. Its attributes are escaped, so that they hold no `>` and no quotes. */
const PICTURE = /<img src="([^"]*)"([^>]*?) \/>/g;
const NAME_LENGTH = 22; // 132 bits

/**
 * Lets our server fetch the pictures in sanitised notes, so that their hosts learn nothing about listeners. The original
 * address stays beside ours: notes that are sent back to us are stored with it.
 */
export function withOurPictures(
  notes: string,
  name: NotesName,
  { mediaUrl }: Pick<Config, 'mediaUrl'>,
): string {
  return notes.replace(PICTURE, (_, src: string, rest: string) => {
    const path = buildPath(MEDIA_ROUTES, 'notes_picture', {
      notes: name,
      picture: pictureName(src),
    });
    return `<img src="${mediaUrl}${path}" data-original="${src}"${rest} loading="lazy" decoding="async" />`;
  });
}

/**
 * The original address of a picture. Null unless these notes show it: nobody can make us fetch what no author has named.
 */
export async function findPicture(
  database: Database,
  name: NotesName,
  picture: string,
): Promise<string | null> {
  const notes = (await repository.findNotes(database, name)) ?? '';
  for (const [, src = ''] of notes.matchAll(PICTURE)) {
    if (pictureName(src) === picture) return htmlText(src);
  }
  return null;
}

/** The original addresses of the pictures in sanitised notes. */
export function picturesIn(notes: string): string[] {
  return Array.from(notes.matchAll(PICTURE), ([, src = '']) => htmlText(src));
}

const KEPT_BYTES = 1_000_000_000;

/** Our copies of the pictures in notes. */
export function openNotePictures({
  dataDir,
  privateHosts,
}: Pick<Config, 'dataDir' | 'privateHosts'>): RemotePictures {
  const folder = join(dataDir, 'cache', 'notes');
  return createRemotePictures({ folder, maxBytes: KEPT_BYTES, privateHosts });
}

/** A picture in notes that the media store has. */
export interface StoredPicture {
  name: string;
  media: NewMedia;
}

/** Stores our copy of a picture, so that it stays when its host is gone. Null if there is no copy, and its host sends none. */
export async function storePicture(
  store: MediaStore,
  pictures: RemotePictures,
  url: string,
): Promise<StoredPicture | null> {
  const picture = await pictures.read(url).catch(() => null); // too many at once
  if (!picture) return null;
  const draft = await store.receive(picture.body, picture.bytes);
  try {
    await draft.keep();
    const { sha256, bytes: file_size } = draft;
    return { name: pictureName(url), media: { ...WEBP, sha256, file_size, duration: 0 } };
  } finally {
    await draft.discard();
  }
}

const WEBP = { kind: 'image', mime_type: 'image/webp', extension: 'webp' } as const;

/** Gives pictures to the show whose notes they are in. */
export async function savePictures(
  transaction: Database,
  showId: number,
  pictures: readonly StoredPicture[],
): Promise<void> {
  for (const { name, media } of pictures) {
    const mediaId = await saveMedia(transaction, media);
    await repository.savePicture(transaction, { show_id: showId, name, media_id: mediaId });
  }
}

export interface PictureDeps {
  database: Database;
  store: MediaStore;
  /** Our copies of the pictures of shows that were written here, whose hosts have the originals. */
  pictures: RemotePictures;
}

/** Opens a picture in notes: the one that the show has, else our copy. Null if there is neither, and its host sends none. */
export async function openPicture(
  { database, store, pictures }: PictureDeps,
  name: NotesName,
  url: string,
): Promise<{ bytes: number; body: Readable } | null> {
  const stored = await repository.findPicture(database, name, pictureName(url));
  const body = stored && (await unlessMissing(store.read(stored.sha256)));
  return body ? { bytes: Number(stored?.file_size), body } : pictures.read(url);
}

/** The name of a picture in addresses and files. */
export const pictureName = (src: string) =>
  createHash('sha256').update(src).digest('base64url').slice(0, NAME_LENGTH);
