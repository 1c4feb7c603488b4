import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { SEEK_INDICATOR_MS } from '../contract/limits.ts';
import { createScope } from '../lib/scope.ts';
import { seekFraction } from './seek-geometry.ts';

/** Playback continues while the listener holds the thumb. The release seeks once. */
export function useSeekGesture(duration: number, seek: (seconds: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const [isReleased, setReleased] = useState(false);
  // The release needs the last position before the next render.
  const held = useRef<number | null>(null);

  useEffect(() => {
    const scope = createScope();
    if (isReleased) {
      scope.timeout(() => {
        setReleased(false);
        setPointed(null);
      }, SEEK_INDICATOR_MS);
    }
    return scope.dispose;
  }, [isReleased]);

  const secondsAt = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) =>
    seekFraction(clientX, currentTarget.getBoundingClientRect()) * duration;

  const hold = (seconds: number | null) => {
    held.current = seconds;
    setDragged(seconds);
  };

  return {
    /** The second under the held thumb, or null. */
    dragged,
    /** The second that the indicator shows, or null. */
    pointed,
    isHeld: () => held.current !== null,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0 || !duration) return;
        event.currentTarget.setPointerCapture?.(event.pointerId);
        setReleased(false);
        setPointed(secondsAt(event));
        hold(secondsAt(event));
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (!duration) return;
        setPointed(secondsAt(event));
        if (held.current !== null) hold(secondsAt(event));
      },
      onPointerUp() {
        if (held.current === null) return;
        seek(held.current);
        hold(null);
        setReleased(true);
      },
      onPointerCancel: () => hold(null),
      onPointerLeave: () => held.current === null && !isReleased && setPointed(null),
    },
  };
}
