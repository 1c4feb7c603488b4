import { createScope } from 'earshot/internal';
import { usePlayer } from 'earshot/react';
import { type RefObject, useEffect, useRef } from 'react';
import { viewOf } from './use-zoom.ts';
import { scrollToFollow } from './zoom.ts';

const LOOK_MS = 100;

interface PlayheadProps {
  episodeId: number;
  duration: number;
  zoom: number;
  view: RefObject<HTMLElement | null>;
}

/** The playing position; the view follows it. It is moved without a render, because it moves ten times a second. */
export function Playhead({ episodeId, duration, zoom, view }: PlayheadProps) {
  const player = usePlayer();
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!player) return;
    const scope = createScope();
    let before = player.getCurrentTime();
    const look = () => {
      const head = element.current;
      if (!head) return;
      head.hidden = player.getSnapshot().currentId !== episodeId;
      const now = player.getCurrentTime();
      head.style.insetInlineStart = `${(100 * now) / duration}%`;
      if (!head.hidden && zoom > 1 && view.current) {
        const to = scrollToFollow(viewOf(view.current, zoom), { before, now, duration });
        if (to !== null) view.current.scrollLeft = to;
      }
      before = now;
    };
    scope.add(player.subscribe(look));
    scope.interval(look, LOOK_MS);
    look();
    return scope.dispose;
  }, [player, episodeId, duration, zoom, view]);
  return <em ref={element} hidden />;
}
