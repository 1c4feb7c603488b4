import { createScope } from 'earshot/internal';
import type { SiteEpisodeList } from 'earshot-site/contract';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { fetchPage } from '../../navigation/fetch-page.ts';
import { useSite } from '../../site-context.tsx';
import { findLeftList, type GrownList, grow, keepList } from './grown-list.ts';

const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** The list of a page, which `more` continues in place. Back restores its length and position. */
export function useGrowingList(address: string, { items, next_url, cursor }: SiteEpisodeList) {
  const { config } = useSite();
  const [list, setList] = useState<GrownList>({ items, next: next_url, cursors: new Map() });
  const latest = useRef(list);
  latest.current = list;
  const isLoading = useRef(false);
  const scope = useRef(createScope());
  const [scrollY, setScrollY] = useState(0);

  useBrowserLayoutEffect(() => {
    const found = findLeftList(address);
    if (found) {
      setList(found);
      setScrollY(found.scrollY);
    }
    return () => keepList(address, latest.current);
  }, [address]);
  useBrowserLayoutEffect(() => {
    if (scrollY) window.scrollTo(0, scrollY);
  }, [scrollY]);
  useEffect(() => {
    scope.current = createScope();
    return scope.current.dispose;
  }, []);

  const more = useCallback(async () => {
    const { next } = latest.current;
    if (!next || isLoading.current) return;
    isLoading.current = true;
    const { pathname } = new URL(address);
    const ending = new AbortController();
    scope.current.add(() => ending.abort());
    try {
      const query = { version: config.AJAX_VERSION, culture: config.API_CULTURE };
      const page = await fetchPage({ ...query, address: pathname + next, signal: ending.signal });
      const { episodes } = page.config.props as { episodes: SiteEpisodeList };
      if (!ending.signal.aborted) setList((before) => grow(before, episodes));
    } catch {
      // The link below the list still works, and the next scroll tries again.
    } finally {
      isLoading.current = false;
    }
  }, [address, config]);

  return { ...list, startsLater: cursor !== null && list.items[0] === items[0], more };
}
