import { createStore } from 'earshot/internal';

export interface ListenerCount {
  episodeId: number;
  count: number;
}

/** How many listen to the episode that plays in this tab. Null while that is not known, or not shown. */
export const listenerCount = createStore<ListenerCount | null>(null);
