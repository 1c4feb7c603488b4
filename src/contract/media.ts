/** Audio and pictures, under `MEDIA_URL`. The size of a picture is a preset or `original`. */
export const MEDIA_ROUTES = {
  audio: '/audio/{sha256}.{extension}',
  image: '/images/{sha256}/{size}.{extension}',
} as const;
