import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { createScope, type Scope } from '../lib/scope.ts';

const FAR_PX = 120;
const FAST_PX_PER_MS = 0.6;

/**
 * A swipe down over an element with these handlers closes the sheet, which follows the finger. Upwards the finger scrolls
 * the sheet, because the element takes all touches (`touch-action: none`).
 */
export function useSwipeDown(sheet: RefObject<HTMLElement | null>, onClose: () => void) {
  const current = useRef<Scope | null>(null);
  useEffect(() => () => current.current?.dispose(), []);

  const onPointerDown = (event: PointerEvent) => {
    const element = sheet.current;
    const isControl = (event.target as Element).closest('button,a,input') !== null;
    if (!element || isControl || event.button !== 0) return;
    const body = element.querySelector('section');
    const from = { y: event.clientY, time: event.timeStamp, scroll: body?.scrollTop ?? 0 };
    current.current?.dispose();
    const scope = createScope();
    current.current = scope;
    let moved = 0;

    element.dataset.dragged = '';
    scope.add(() => {
      delete element.dataset.dragged;
      element.style.translate = '';
    });
    scope.listen(document, 'pointermove', ({ clientY }) => {
      const by = clientY - from.y;
      body?.scrollTo(0, from.scroll - by);
      moved = Math.max(0, by - from.scroll);
      element.style.translate = `0 ${moved}px`;
    });
    scope.listen(document, 'pointerup', ({ timeStamp }) => {
      const isFast = moved > 30 && moved / (timeStamp - from.time) > FAST_PX_PER_MS;
      if (moved > FAR_PX || isFast) onClose();
      else scope.dispose();
    });
    scope.listen(document, 'pointercancel', scope.dispose);
  };
  return { onPointerDown };
}
