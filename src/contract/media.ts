/**
 * Audio and pictures, under `MEDIA_URL`. The size of a picture is a preset or `original`. A download is the same audio
 * with the names of its show and episode.
 */
export const MEDIA_ROUTES = {
  audio: '/audio/{sha256}.{extension}',
  image: '/images/{sha256}/{size}.{extension}',
  download: '/downloads/{episode_id}.{extension}',
} as const;
