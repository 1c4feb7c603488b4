import { IMAGE_SIZES, type ImageSize } from './limits.ts';

const PRESET = new RegExp(`/(?:${IMAGE_SIZES.join('|')})(\\.\\w+)$`);

/** The same picture in another square preset. `url` is any preset's address (`image_url`). */
export function imageUrl(url: string, size: ImageSize): string {
  return url.replace(PRESET, `/${size}$1`);
}
