import type { MediaFacts } from './media-facts.ts';

/**
 * - `uploading`: bytes are missing
 * - `uploaded`: all bytes are stored
 * - `processing`: the audio is being examined
 * - `ready`: episodes can play it
 * - `failed`: `error` gives the reason
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
  /** The user's name of the file; empty if unknown. */
  file_name: string;
  /** Null until the audio was examined. */
  mime_type: string | null;
  /** Seconds. Null until the audio was examined. */
  duration: number | null;
  /** Bytes. Null if the client has not announced the length yet. */
  file_size: number | null;
  /** Null until the file is `ready`. */
  http_url: string | null;
  /** Null until the file is `ready`. */
  facts: MediaFacts | null;
  created_at: string;
  /** The time at which an unfinished upload is removed. Null for a finished one. */
  expires_at: string | null;
}
