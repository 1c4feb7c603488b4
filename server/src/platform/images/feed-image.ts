/** The squares that Apple Podcasts and Spotify accept, in pixels. */
export const FEED_IMAGE_SIZES = [1_400, 3_000] as const;

const [SMALLEST, LARGEST] = FEED_IMAGE_SIZES;

interface Facts {
  extension: string | null;
  /** Null for pictures that were stored before their size was read. */
  width: number | null;
  height: number | null;
}

/** The size of the JPEG for feeds. Null if directories accept the picture as it is. */
export function feedImageSize({ extension, width, height }: Facts): 1_400 | 3_000 | null {
  const isKnownType = extension === 'jpg' || extension === 'png';
  if (width === null || height === null) return isKnownType ? null : SMALLEST;
  const isFine = isKnownType && width === height && width >= SMALLEST && width <= LARGEST;
  if (isFine) return null;
  return Math.min(width, height) >= LARGEST ? LARGEST : SMALLEST;
}
