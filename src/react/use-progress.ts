import { useSyncExternalStore } from 'react';
import { listeningProgress } from '../engine/players/listening-progress.ts';
import type { EpisodeProgress } from '../engine/players/progress.ts';

/** The listener's progress in an episode; null if it was not started, and on a server. */
export function useProgress(episodeId: number): EpisodeProgress | null {
  const { subscribe, get } = listeningProgress();
  return useSyncExternalStore(
    subscribe,
    () => get(episodeId),
    () => null,
  );
}
