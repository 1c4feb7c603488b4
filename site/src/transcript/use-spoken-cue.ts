import { createScope } from 'earshot/internal';
import { usePlayer } from 'earshot/react';
import type { TranscriptCue } from 'earshot-site/contract';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { cueAt } from './cue-at.ts';
import { cueElement, showInBox } from './cue-elements.ts';

const LOOK_MS = 250;
const BY_HAND = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Marks the current cue, and keeps it in view until the listener scrolls. The marks are set on the elements, because
 * thousands of cues must not be rendered again four times a second.
 */
export function useSpokenCue(
  box: RefObject<HTMLElement | null>,
  { cues, episodeId }: { cues: readonly TranscriptCue[]; episodeId: number },
) {
  const player = usePlayer();
  const [isFollowing, setFollowing] = useState(true);
  const follows = useRef(true);
  const shown = useRef(-1);

  const setFollow = useCallback((isOn: boolean) => {
    follows.current = isOn;
    setFollowing(isOn);
  }, []);

  useEffect(() => {
    if (!player) return;
    const scope = createScope();
    const look = () => {
      const isCurrent = player.getSnapshot().currentId === episodeId;
      const index = isCurrent ? cueAt(cues, player.getCurrentTime()) : -1;
      if (index === shown.current) return;
      cueElement(box.current, shown.current)?.removeAttribute('aria-current');
      const element = cueElement(box.current, index);
      element?.setAttribute('aria-current', 'true');
      shown.current = index;
      if (element && follows.current) showInBox(box.current, element);
    };
    scope.add(player.subscribe(look));
    scope.interval(look, LOOK_MS);
    look();
    for (const type of BY_HAND) {
      if (box.current) scope.listen(box.current, type, () => setFollow(false));
    }
    return scope.dispose;
  }, [player, cues, episodeId, box, setFollow]);

  const follow = useCallback(() => {
    setFollow(true);
    const element = cueElement(box.current, shown.current);
    if (element) showInBox(box.current, element);
  }, [box, setFollow]);

  return { isFollowing, follow, stopFollowing: useCallback(() => setFollow(false), [setFollow]) };
}
