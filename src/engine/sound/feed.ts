import type { SoundFailure } from './sound.ts';

export const HLS_TYPE = 'application/vnd.apple.mpegurl';

/**
 * Brings sound to an element that cannot fetch it. Each feed is a file of its own that is loaded when it is first needed.
 * Returns a function that ends it.
 */
export type Feed = (audio: HTMLAudioElement, url: string, events: FeedEvents) => () => void;

export interface FeedEvents {
  /** The sound is coming, and replaces the content of the element. */
  begun(): void;
  /** This host does not give its sound to scripts. */
  refused(): void;
  failed(kind: SoundFailure): void;
}
