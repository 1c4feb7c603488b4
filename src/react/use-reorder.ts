import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { createScope, type Scope } from '../lib/scope.ts';

/**
 * Moves a row of the list with the pointer. The other rows make room meanwhile, and `onMove` is called when the row
 * is dropped at another position. Escape restores it.
 */
export function useReorder(
  list: RefObject<HTMLElement | null>,
  onMove: (from: number, to: number) => void,
) {
  const current = useRef<Scope | null>(null);
  useEffect(() => () => current.current?.dispose(), []);

  const start = (event: PointerEvent, from: number) => {
    const rows = [...(list.current?.children ?? [])] as HTMLElement[];
    const row = rows[from];
    if (!row || event.button !== 0) return;
    event.preventDefault(); // a press would select text
    current.current?.dispose();
    const scope = createScope();
    current.current = scope;
    const tops = rows.map(({ offsetTop }) => offsetTop);
    const height = row.offsetHeight;
    const { clientY } = event;
    let to = from;

    row.dataset.dragged = '';
    scope.add(() => {
      delete row.dataset.dragged;
      for (const { style } of rows) style.translate = '';
    });
    scope.listen(document, 'pointermove', (move) => {
      const y = move.clientY - clientY;
      to = nearest(tops, (tops[from] ?? 0) + y);
      rows.forEach((other, index) => {
        other.style.translate = `0 ${index === from ? y : shift(index, from, to) * height}px`;
      });
    });
    scope.listen(document, 'pointerup', () => {
      scope.dispose();
      if (to !== from) onMove(from, to);
    });
    scope.listen(document, 'pointercancel', scope.dispose);
    scope.listen(document, 'keydown', (key) => {
      if (key.key !== 'Escape') return;
      key.preventDefault();
      scope.dispose();
    });
  };
  return { start };
}

function nearest(tops: readonly number[], top: number): number {
  const distances = tops.map((one) => Math.abs(one - top));
  return distances.indexOf(Math.min(...distances));
}

/** How many positions a row moves aside: -1, 0 or 1. */
function shift(index: number, from: number, to: number): number {
  if (index > from && index <= to) return -1;
  return index < from && index >= to ? 1 : 0;
}
