import { type RefObject, useEffect, useRef } from 'react';
import { createScope } from '../lib/scope.ts';

const BY_HAND = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Keeps the current row in view when another row becomes current, until the listener scrolls. A row that the listener
 * chooses is already in view, so following resumes from there.
 */
export function useFollow(list: RefObject<HTMLElement | null>, current: unknown): void {
  const isFollowing = useRef(true);
  useEffect(() => {
    const scope = createScope();
    const box = scrollBox(list.current);
    if (!box) return;
    for (const type of BY_HAND) {
      scope.listen(box, type, ({ target }) => {
        isFollowing.current = (target as Element).closest('.es-row') !== null && type !== 'wheel';
      });
    }
    return scope.dispose;
  }, [list]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another row becomes current.
  useEffect(() => {
    if (isFollowing.current) showCurrent(list.current);
  }, [current]);
}

const scrollBox = (list: HTMLElement | null) => list?.closest<HTMLElement>('.es-panel-body');

/** Scrolls only the panel: `scrollIntoView` would also scroll the page around the frame. */
function showCurrent(list: HTMLElement | null): void {
  const box = scrollBox(list);
  const row = list?.querySelector('[aria-current="true"]')?.getBoundingClientRect();
  if (!box || !row) return;
  const { top, bottom } = box.getBoundingClientRect();
  box.scrollTop += Math.min(0, row.top - top) + Math.max(0, row.bottom - bottom);
}
