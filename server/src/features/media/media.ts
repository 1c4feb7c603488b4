import { buildPath, IMAGE_SIZE_DEFAULT, MEDIA_ROUTES } from 'earshot/contract';
import type { Database } from '../../platform/database/database.ts';
import type { MediaRow } from '../../platform/database/tables.ts';
import * as repository from './repository.ts';

export type { NewMedia } from './repository.ts';

export async function saveMedia(database: Database, media: repository.NewMedia): Promise<number> {
  return repository.saveMedia(database, media);
}

export async function findAudio(database: Database, sha256: string): Promise<MediaRow | null> {
  const media = await repository.findMedia(database, sha256);
  return media?.kind === 'audio' ? media : null;
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
