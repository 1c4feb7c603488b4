import { type RefObject, useEffect } from 'react';
import { createScope } from '../lib/scope.ts';
import { usePlayer } from './player-context.tsx';

const MORE_BEFORE_END_PX = 400;

/** Loads the next page of the playlist when the listener has scrolled nearly to the end of its list. */
export function useMoreAtEnd(list: RefObject<HTMLElement | null>): void {
  const player = usePlayer();
  useEffect(() => {
    const scope = createScope();
    const look = () => {
      const end = list.current?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY;
      if (end - window.innerHeight < MORE_BEFORE_END_PX) player?.loadMore();
    };
    scope.listen(document, 'scroll', look, { capture: true, passive: true });
    return scope.dispose;
  }, [list, player]);
}
