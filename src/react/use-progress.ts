import { useSyncExternalStore } from 'react';
import { listeningProgress } from '../engine/players/listening-progress.ts';
import type { EpisodeProgress } from '../engine/players/progress.ts';

/** How far the listener has come in an episode; null if it has not been begun, and on a server. */
export function useProgress(episodeId: number): EpisodeProgress | null {
  const { subscribe, get } = listeningProgress();
  return useSyncExternalStore(
    subscribe,
    () => get(episodeId),
    () => null,
  );
}
