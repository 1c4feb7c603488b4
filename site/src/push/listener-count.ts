import { createStore } from 'earshot/internal';

interface ListenerCount {
  episodeId: number;
  count: number;
}

/** The number of listeners of the episode that plays in this tab. Null while unknown or not shown. */
export const listenerCount = createStore<ListenerCount | null>(null);
