import { IMAGE_SIZES, type ImageSize } from './limits.ts';

const PRESET = new RegExp(`/(?:${IMAGE_SIZES.join('|')})(\\.\\w+)$`);

/** The same picture in another square preset. `url` is any preset's address (`image_url`). */
export function imageUrl(url: string, size: ImageSize): string {
  return url.replace(PRESET, `/${size}$1`);
}

/** The same for programs of others, which do not all know newer formats: as JPEG. */
export function jpegUrl(url: string, size: ImageSize): string {
  return url.replace(PRESET, `/${size}.jpg`);
}
