/** Square image presets, px. */
export const IMAGE_SIZES = [80, 100, 160, 320, 480, 720] as const;
export type ImageSize = (typeof IMAGE_SIZES)[number];
export const IMAGE_SIZE_DEFAULT: ImageSize = 320;

const PRESET = new RegExp(`/(?:${IMAGE_SIZES.join('|')})(\\.\\w+)$`);

/** The same picture in another square preset. `url` is the address of any preset (`image_url`). */
export function imageUrl(url: string, size: ImageSize): string {
  return url.replace(PRESET, `/${size}$1`);
}

/** The same as JPEG, for programs that may not support newer formats. */
export function jpegUrl(url: string, size: ImageSize): string {
  return url.replace(PRESET, `/${size}.jpg`);
}
