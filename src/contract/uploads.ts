import type { MediaFacts } from './media-facts.ts';

/**
 * - `uploading`: bytes are missing
 * - `uploaded`: all bytes are stored
 * - `processing`: the audio is examined
 * - `ready`: episodes can play it
 * - `failed`: `error` says why
 */
export type MediaState = 'uploading' | 'uploaded' | 'processing' | 'ready' | 'failed';

/** A file that a user uploads. Only this user and administrators see it. */
export interface Media {
  media_id: number;
  state: MediaState;
  /** Percent of the upload, or of the processing. */
  progress: number;
  /** Why the upload failed, in words. */
  error: string | null;
  /** As the user called the file; empty if he did not. */
  file_name: string;
  /** Null until the audio was examined. */
  mime_type: string | null;
  /** Seconds. Null until the audio was examined. */
  duration: number | null;
  /** Bytes. Null if the client has not told yet how many will come. */
  file_size: number | null;
  /** Null until the file is `ready`. */
  http_url: string | null;
  /** Null until the file is `ready`. */
  facts: MediaFacts | null;
  created_at: string;
  /** An unfinished upload is removed then. Null for a finished one. */
  expires_at: string | null;
}

/** Addresses of uploads in the API, under `API_URL`. `uploads` and `upload` speak the tus protocol. */
export const UPLOAD_API_ROUTES = {
  media: '/media',
  media_file: '/media/{media_id}',
  uploads: '/media/uploads',
  upload: '/media/uploads/{media_id}',
} as const;
