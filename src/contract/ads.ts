/** A beacon that an ad requests for one of its events. */
export interface AdEvent {
  url: string;
  method: 'GET' | 'POST';
}

/** Beacons by the name of the event, e.g. `impression`, `start`, `firstQuartile`, `complete`. */
export type AdEvents = Partial<Record<string, AdEvent[]>>;

/** The sound of an ad. */
export interface AdAudio {
  http_url: string;
  /** Seconds. If the file ends earlier, its end counts. Infinity if there is no claim. */
  duration: number;
  events: AdEvents;
}

/** One item of the ads call: an ad with its sound, or beacons that report that there is no ad. */
export interface AdItem {
  audio: AdAudio | null;
  /** True for an item without audio that leaves its position empty. Otherwise the next ad takes the position. */
  keeps_position?: boolean;
  events: AdEvents;
}
