/**
 * Audio and pictures, under `MEDIA_URL`. The size of a picture is a preset or `original`. A download is the same audio
 * with the names of its show and episode; the token of a private feed opens it for its subscriber. `play` and
 * `ondemand` send audio that is not for everybody: an episode is its id, or `{id}-{access_key}`, and `ondemand` takes a
 * playback token. Transcripts and chapters are named in the same way. A picture in notes is named by the notes that show
 * it, such as `episode-7`, and by a hash of its own address.
 */
export const MEDIA_ROUTES = {
  audio: '/audio/{sha256}.{extension}',
  image: '/images/{sha256}/{size}.{extension}',
  download: '/downloads/{episode_id}.{extension}',
  play: '/episodes/{episode}/play.mp3',
  ondemand: '/episodes/{episode}/ondemand.mp3',
  transcript: '/episodes/{episode}/transcript.{format}',
  chapters: '/episodes/{episode}/chapters.json',
  notes_picture: '/notes/{notes}/{picture}.webp',
} as const;
