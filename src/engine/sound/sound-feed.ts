import type { SoundFailure } from './sound.ts';

export const HLS_TYPE = 'application/vnd.apple.mpegurl';

/**
 * Provides the sound of an element that cannot fetch it. Each feed is a separate file that is loaded on first use.
 * Returns a function that ends it.
 */
export type SoundFeed = (
  audio: HTMLAudioElement,
  url: string,
  events: SoundFeedEvents,
) => () => void;

export interface SoundFeedEvents {
  /** The sound arrives, and replaces the content of the element. A stream does not report it. */
  begun?(): void;
  /** This host refuses its files to scripts. A stream then fails. */
  refused?(): void;
  failed(kind: SoundFailure): void;
}
