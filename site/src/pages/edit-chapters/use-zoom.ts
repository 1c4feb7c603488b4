import { createScope } from 'earshot/internal';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { nextZoom, scrollAfterZoom, type View } from './zoom.ts';

/** The zoom of the waveform, by buttons and by the keys + and - anywhere in `frame`. `view` scrolls. */
export function useZoom(duration: number) {
  const frame = useRef<HTMLDivElement>(null);
  const view = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);

  function change(isIn: boolean): void {
    const box = view.current;
    if (!box) return;
    const next = nextZoom(zoom, isIn, duration);
    const scrolled = scrollAfterZoom(viewOf(box, zoom), box.clientWidth * next, heldPlace(box));
    flushSync(() => setZoom(next));
    box.scrollLeft = scrolled;
  }

  useEffect(() => {
    const scope = createScope();
    if (frame.current) {
      scope.listen(frame.current, 'keydown', (event) => {
        const { key, ctrlKey, metaKey, altKey } = event;
        if (ctrlKey || metaKey || altKey || !['+', '=', '-'].includes(key)) return;
        event.preventDefault();
        change(key !== '-');
      });
    }
    return scope.dispose;
  });

  return { frame, view, zoom, change, isWidest: nextZoom(zoom, true, duration) === zoom };
}

export const viewOf = (box: HTMLElement, zoom: number): View => ({
  width: box.clientWidth,
  scrolled: box.scrollLeft,
  whole: box.clientWidth * zoom,
});

/** The mark with the focus, else the playhead, as a fraction of the sound. */
function heldPlace(box: HTMLElement): number | null {
  const held = box.querySelector<HTMLElement>(':focus') ?? box.querySelector('em:not([hidden])');
  const percent = Number.parseFloat((held as HTMLElement | null)?.style.insetInlineStart ?? '');
  return Number.isFinite(percent) ? percent / 100 : null;
}
