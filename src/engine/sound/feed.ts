import type { SoundFailure } from './sound.ts';

export const HLS_TYPE = 'application/vnd.apple.mpegurl';

/**
 * Brings sound to an element that cannot fetch it by itself. Each is a file of its own, fetched when first needed.
 * Returns a function that lets go of it.
 */
export type Feed = (audio: HTMLAudioElement, url: string, events: FeedEvents) => () => void;

export interface FeedEvents {
  /** The sound is coming: what the element holds gives way to it. */
  begun(): void;
  /** This host does not give its sound to scripts. */
  refused(): void;
  failed(kind: SoundFailure): void;
}
