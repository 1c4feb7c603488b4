import { buildPath, IMAGE_SIZE_DEFAULT, MEDIA_ROUTES } from 'earshot/contract';
import type { FeatureDeps } from '../../feature.ts';
import type { Sources } from '../../platform/cache/answer-cache.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MediaRow } from '../../platform/database/tables.ts';
import { ANONYMOUS, type Viewer } from '../../platform/http/actor.ts';
import type { MediaStore } from '../../platform/storage/media-store.ts';
import { StorageUnavailable } from '../../platform/storage/storage-unavailable.ts';
import * as repository from './repository.ts';

export { checkFiles, type FileProblem } from './check-files.ts';
export { type Collected, collectGarbage } from './collect-garbage.ts';
export { keepPicture } from './keep-picture.ts';
export { receivePicture } from './receive-picture.ts';
export type { NewMedia } from './repository.ts';

export async function saveMedia(database: Database, media: repository.NewMedia): Promise<number> {
  return repository.saveMedia(database, media);
}

/** The type of an uploaded file until it was examined. It is never sent: it may be anything. */
export const UNEXAMINED = { mime_type: 'application/octet-stream', extension: 'bin' } as const;

/**
 * Saves the facts of a file that was kept just before. Call it in a transaction: it holds off the collection of garbage.
 * @throws StorageUnavailable if the file was collected in between. Another attempt to keep and save it helps.
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

/** Audio that somebody may hear. */
export interface HeardAudio {
  mimeType: string;
  /** True if everybody may hear it. */
  isOpen: boolean;
}

/**
 * Audio that the viewer may hear. Listeners ask for many ranges of one file, so that the answer for audio that is open to
 * everybody is stored until one of its shows changes.
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
  // Without a show, the file belongs to an upload that an episode may take at any time: nothing would announce that.
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
