import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buildPath, isMarkedUp, MEDIA_ROUTES } from 'earshot/contract';
import { htmlText } from 'earshot/internal';
import { typedNotes } from 'earshot-site/contract';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/database/database.ts';
import {
  createRemotePictures,
  type RemotePictures,
} from '../../platform/images/remote-pictures.ts';
import { unlessMissing } from '../../platform/storage/durable-file.ts';
import type { MediaStore } from '../../platform/storage/media-store.ts';
import { type NewMedia, saveMedia } from '../media/media.ts';
import type { NotesName } from './repository.ts';
import * as repository from './repository.ts';

export type { NotesName } from './repository.ts';

/** A picture in the output of `cleanHtml`. Its attributes are escaped, so they contain no `>` and no quotes. */
const PICTURE = /<img src="([^"]*)"([^>]*?) \/>/g;
const NAME_LENGTH = 22; // 132 bits

/**
 * Notes in an answer of the API: as their author has typed them, with our pictures. Old clients insert them as HTML,
 * so plain text that a browser could read as markup stays escaped.
 */
export function notesOnWire(notes: string, name: NotesName, at: Pick<Config, 'mediaUrl'>): string {
  if (isMarkedUp(notes)) return withOurPictures(notes, name, at);
  const typed = typedNotes(notes);
  return /<[a-z!/?]|&\w+;/i.test(typed) ? notes : typed;
}

/**
 * Lets our server fetch the pictures in sanitised notes, so that their hosts learn nothing about listeners. The
 * original address is kept beside ours: notes that are sent back to us are stored with it.
 */
function withOurPictures(
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
 * The original address of a picture. Null unless these notes show it, so that clients cannot make this server fetch
 * other addresses.
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

/** A picture in notes, in the media store. */
export interface StoredPicture {
  name: string;
  media: NewMedia;
}

/**
 * Stores our copy of a picture, so that it stays when its host is gone. Null if there is no copy, and its host sends
 * none. The notes name it by `url`, which lacks the credentials that `source` can have.
 */
export async function storePicture(
  store: MediaStore,
  pictures: RemotePictures,
  { url, source }: { url: string; source: string },
): Promise<StoredPicture | null> {
  const picture = await pictures.read(source).catch(() => null); // too many at once
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

/** Assigns pictures to the show with the notes. */
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
  /** Our copies of the pictures of shows that were written here, whose originals are on other hosts. */
  pictures: RemotePictures;
}

/** Opens a picture in notes: that of the show, else our copy. Null if there is neither, and its host sends none. */
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
