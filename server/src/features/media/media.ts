import { buildPath, IMAGE_SIZE_DEFAULT, MEDIA_ROUTES } from 'earshot/contract';
import type { FastifyRequest } from 'fastify';
import type { FeatureDeps } from '../../feature.ts';
import type { Sources } from '../../platform/cache/answer-cache.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MediaRow } from '../../platform/database/tables.ts';
import { ANONYMOUS, type Viewer } from '../../platform/http/actor.ts';
import { receiveFile } from '../../platform/http/receive-file.ts';
import { feedImageSize } from '../../platform/images/feed-image.ts';
import type { MediaStore } from '../../platform/storage/media-store.ts';
import { StorageUnavailable } from '../../platform/storage/storage-unavailable.ts';
import { listStray } from './collect-garbage.ts';
import { keepPicture } from './keep-picture.ts';
import type { NewMedia } from './repository.ts';
import * as repository from './repository.ts';

export { type Collected, collectGarbage } from './collect-garbage.ts';
export { keepPicture } from './keep-picture.ts';
export type { NewMedia } from './repository.ts';

export async function saveMedia(database: Database, media: repository.NewMedia): Promise<number> {
  return repository.saveMedia(database, media);
}

/** The type of an uploaded file before it was examined. It is never sent, because the file may hold anything. */
export const UNEXAMINED = { mime_type: 'application/octet-stream', extension: 'bin' } as const;

/**
 * Saves the facts of a file that was just kept. Call it in a transaction, which blocks garbage collection.
 * @throws StorageUnavailable if the file was collected in between. In that case, keep and save it again.
 */
export async function saveKeptMedia(
  transaction: Database,
  store: MediaStore,
  media: repository.NewMedia,
): Promise<number> {
  await repository.lockFile(transaction, media.sha256);
  if (!(await store.stat(media.sha256))) {
    throw new StorageUnavailable('A file was removed while it was stored.');
  }
  return repository.saveMedia(transaction, media);
}

/** Audio that the viewer may hear. */
export interface HeardAudio {
  mimeType: string;
  /** True if it is public. */
  isOpen: boolean;
}

/**
 * Audio that the viewer may hear. Listeners request many ranges of one file, so the answer for public audio is stored
 * until one of its shows changes.
 */
export async function findAudio(
  { database, answers }: Pick<FeatureDeps, 'database' | 'answers'>,
  sha256: string,
  viewer: Viewer,
): Promise<HeardAudio | null> {
  const stored = await answers.get(`audio ${sha256}`, async (sources) => {
    const open = await readAudio(database, sha256, { viewer: ANONYMOUS, sources });
    return { body: JSON.stringify(open), type: 'application/json', status: open ? 200 : 404 };
  });
  const open: HeardAudio | null = JSON.parse(stored.body.toString());
  return open ?? (viewer.userId === null ? null : readAudio(database, sha256, { viewer }));
}

async function readAudio(
  database: Database,
  sha256: string,
  { viewer, sources }: { viewer: Viewer; sources?: Sources },
): Promise<HeardAudio | null> {
  const media = await repository.findAudio(database, sha256, viewer);
  if (!media || media.mime_type === UNEXAMINED.mime_type) return null;
  // Without a show, the file belongs to an upload that an episode may use at any time, which is not announced.
  for (const id of media.show_ids) sources?.add(`show:${id}`);
  return { mimeType: media.mime_type, isOpen: media.is_open };
}

export async function findImage(database: Database, sha256: string): Promise<MediaRow | null> {
  const media = await repository.findMedia(database, sha256);
  return media?.kind === 'image' ? media : null;
}

export function audioAddress(sha256: string, extension: string, mediaUrl: string): string {
  return mediaUrl + buildPath(MEDIA_ROUTES, 'audio', { sha256, extension });
}

export function downloadAddress(episode_id: number, extension: string, mediaUrl: string): string {
  return mediaUrl + buildPath(MEDIA_ROUTES, 'download', { episode_id, extension });
}

export interface ImageColumns {
  image_sha256: string | null;
  image_extension: string | null;
}

export function imageAddresses({ image_sha256, image_extension }: ImageColumns, mediaUrl: string) {
  if (image_sha256 === null) return { image_url: null, image_original_url: null };
  const address = (size: number | 'original', extension: string) =>
    mediaUrl + buildPath(MEDIA_ROUTES, 'image', { sha256: image_sha256, size, extension });
  return {
    image_url: address(IMAGE_SIZE_DEFAULT, 'webp'),
    image_original_url: address('original', image_extension ?? ''),
  };
}

export interface FeedImageColumns extends ImageColumns {
  image_width: number | null;
  image_height: number | null;
}

/** The picture in a form that directories accept: a square JPEG or PNG of 1,400 to 3,000 pixels. */
export function feedImageAddress(image: FeedImageColumns, mediaUrl: string): string | null {
  const { image_sha256: sha256, image_extension: extension } = image;
  if (sha256 === null) return null;
  const { image_width: width, image_height: height } = image;
  const size = feedImageSize({ extension, width, height });
  if (size === null) return imageAddresses(image, mediaUrl).image_original_url;
  return mediaUrl + buildPath(MEDIA_ROUTES, 'image', { sha256, size, extension: 'jpg' });
}

const AT_ONCE = 500;

/** An inconsistency of a stored file. */
export type FileProblem =
  /** A file of the database is not stored. */
  | { problem: 'missing'; sha256: string; media_id: number }
  /** The length of a file differs from that in the database. */
  | { problem: 'damaged'; sha256: string; media_id: number; bytes: number }
  /** A stored file is unknown to the database. If it is young, its owner may not be saved yet. */
  | { problem: 'stray'; sha256: string; bytes: number; modified: Date };

/** Compares the stored files with the database in both directions. */
export async function* checkFiles({
  database,
  store,
}: Pick<FeatureDeps, 'database' | 'store'>): AsyncGenerator<FileProblem> {
  for (let after = 0; ; ) {
    const media = await repository.listMedia(database, { after, limit: AT_ONCE });
    for (const { media_id, sha256, file_size } of media) {
      const file = await store.stat(sha256);
      if (!file) yield { problem: 'missing', sha256, media_id };
      else if (file.bytes !== Number(file_size)) {
        yield { problem: 'damaged', sha256, media_id, bytes: file.bytes };
      }
    }
    after = media.at(-1)?.media_id ?? 0;
    if (media.length < AT_ONCE) break;
  }
  for await (const file of listStray({ database, store })) yield { problem: 'stray', ...file };
}

const MAX_BYTES = 20 << 20;

/**
 * Stores the picture of a multipart request. It has no owner yet: the caller saves it with its owner.
 * @throws AppError INVALID_REQUEST if it is not a complete picture; PAYLOAD_TOO_LARGE
 */
export async function receivePicture(
  request: FastifyRequest,
  store: MediaStore,
): Promise<NewMedia> {
  const { kept } = await receiveFile(request, {
    maxBytes: MAX_BYTES,
    keep: async ({ stream }) => {
      const draft = await store.receive(stream, MAX_BYTES);
      try {
        return await keepPicture(store, draft);
      } finally {
        await draft.discard();
      }
    },
  });
  return kept;
}
