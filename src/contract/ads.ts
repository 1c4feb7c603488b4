/** A beacon that an ad asks for when something happens to it. */
export interface AdEvent {
  url: string;
  method: 'GET' | 'POST';
}

/** Beacons by the name of what happened, e.g. `impression`, `start`, `firstQuartile`, `complete`. */
export type AdEvents = Partial<Record<string, AdEvent[]>>;

/** The sound of an ad. */
export interface AdAudio {
  http_url: string;
  /** Seconds; the file's own end counts where it says otherwise. Infinity where nothing is claimed. */
  duration: number;
  events: AdEvents;
}

/** One answer of the ads call: an ad with its sound, or beacons that say that there was none. */
export interface AdItem {
  audio: AdAudio | null;
  events: AdEvents;
}
