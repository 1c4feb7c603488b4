import { type RefObject, useCallback, useEffect, useState } from 'react';

/** All rows have this height, so that their positions are known. The stylesheet has the same number. */
export const ROW_PX = 212;
const SPARE_ROWS = 3;
const FIRST_ROWS = 6; // before the height of the box is known, and on the server

/** The rows of a long list near its visible part. Only these are in the document. */
export function useWindow(box: RefObject<HTMLElement | null>, count: number) {
  const [place, setPlace] = useState({ top: 0, height: ROW_PX * FIRST_ROWS });

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => setPlace({ top: element.scrollTop, height: element.clientHeight });
    look();
    element.addEventListener('scroll', look, { passive: true });
    const size = new ResizeObserver(look);
    size.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      size.disconnect();
    };
  }, [box]);

  const from = Math.max(0, Math.min(count, Math.floor(place.top / ROW_PX)) - SPARE_ROWS);
  const to = Math.min(count, Math.ceil((place.top + place.height) / ROW_PX) + SPARE_ROWS);
  /** Scrolls only the box, if the row is not completely in it. */
  const show = useCallback(
    (index: number) => {
      const element = box.current;
      if (!element || index < 0) return;
      const top = index * ROW_PX;
      const isWhole =
        top >= element.scrollTop && top + ROW_PX <= element.scrollTop + element.clientHeight;
      if (!isWhole) element.scrollTop = Math.max(0, top - element.clientHeight / 3);
    },
    [box],
  );
  return { from, to, show };
}
