import type { AdEvent } from 'earshot/contract';

export type SentEvents = Record<string, AdEvent[]>;

/** One item of the answer to the ads call, as docs/ads.md describes it. */
export interface SentAd {
  /** `duration` in seconds. Without it, the length of the file counts. */
  audio: { http_url: string; duration?: number; events: SentEvents } | null;
  keeps_position?: boolean;
  events: SentEvents;
}

/** An empty position: the next ad does not move up. */
export const EMPTY_POSITION: SentAd = { audio: null, keeps_position: true, events: {} };
