import { createApiClient, listeningProgress } from 'earshot';
import type { Episode } from 'earshot/contract';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { loadHeard } from '../../continue/heard-episodes.ts';
import { useSite } from '../../site-context.tsx';

const ROWS_AT_ONCE = 20;

export interface History {
  /** The loaded episodes, the latest first. */
  heard: readonly Episode[];
  /** The total number; null until the browser has read it. */
  total: number | null;
  /** The number that the browser keeps, with those that are not shown, such as private episodes. */
  kept: number;
  isLoading: boolean;
  /** Loads the next ones. */
  more(): void;
  remove(episodeId: number): void;
  clear(): void;
}

const progress = listeningProgress();
const NOTHING: ReturnType<typeof progress.list> = [];

/** The history in this browser, without episodes that are not found. */
export function useHistory(): History {
  const { client, config } = useSite();
  const all = useSyncExternalStore(progress.subscribe, progress.list, () => NOTHING);
  const [isAlive, setAlive] = useState(false);
  const [wanted, setWanted] = useState(ROWS_AT_ONCE);
  const [known, setKnown] = useState<ReadonlyMap<number, Episode | null | undefined>>(new Map());
  useEffect(() => setAlive(true), []);

  const list = all.filter(({ episode_id }) => known.get(episode_id) !== null);
  const shown = list.slice(0, wanted);
  const missing = shown.map(({ episode_id }) => episode_id).filter((id) => !known.has(id));
  const asked = missing.join();

  useEffect(() => {
    if (asked === '') return;
    let isMounted = true;
    const api =
      client?.api ?? createApiClient({ apiUrl: config.API_URL, culture: config.API_CULTURE });
    const load = async (episode_id: number) =>
      (await api.get<{ episode: Episode }>('episode', { episode_id })).episode;
    const ids = asked.split(',').map(Number);
    void Promise.all(ids.map((id) => loadHeard(id, load))).then((found) => {
      if (!isMounted) return;
      if (found.includes(undefined)) client?.reportOffline();
      setKnown((before) => {
        const next = new Map(before);
        for (const [index, id] of ids.entries()) next.set(id, found[index]);
        return next;
      });
    });
    return () => {
      isMounted = false;
    };
  }, [asked, client, config]);

  const heard = shown.flatMap(({ episode_id }) => known.get(episode_id) ?? []);
  return {
    heard,
    total: isAlive ? list.length : null,
    kept: isAlive ? all.length : 0,
    isLoading: missing.length > 0,
    more: useCallback(() => setWanted((before) => before + ROWS_AT_ONCE), []),
    remove: (episodeId) => progress.remove(episodeId),
    clear: () => {
      for (const { episode_id } of progress.list()) progress.remove(episode_id);
    },
  };
}
