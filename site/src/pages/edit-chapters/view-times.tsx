import { createScope } from 'earshot/internal';
import { formatTime } from 'earshot/react';
import { type RefObject, useEffect, useState } from 'react';
import { viewOf } from './use-zoom.ts';
import { timesInView } from './zoom.ts';

interface ViewTimesProps {
  /** Seconds. */
  duration: number;
  zoom: number;
  view: RefObject<HTMLElement | null>;
}

/** The visible part of the sound: `1:20 – 1:40`. */
export function ViewTimes({ duration, zoom, view }: ViewTimesProps) {
  const [times, setTimes] = useState<readonly [number, number]>([0, duration]);
  useEffect(() => {
    const box = view.current;
    if (!box) return;
    const scope = createScope();
    const read = () => setTimes(timesInView(viewOf(box, zoom), duration));
    scope.listen(box, 'scroll', read);
    scope.listen(window, 'resize', read);
    read();
    return scope.dispose;
  }, [duration, zoom, view]);
  return (
    <span className="studio-view-times" dir="ltr">
      {times.map(formatTime).join(' – ')}
    </span>
  );
}
