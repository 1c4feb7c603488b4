import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { TranscriptCue } from '../contract/transcripts.ts';
import { createScope } from '../lib/scope.ts';
import { cueAt, waitForCue } from '../transcript/cue-at.ts';
import { cueElement, showInBox } from './cue-elements.ts';
import { usePlayer } from './player-context.tsx';

const BY_HAND = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Marks the current cue as it begins, and keeps it in view until the listener scrolls. The marks are set on the
 * elements, because thousands of cues must not be rendered again with each word.
 */
export function useSpokenCue(
  box: RefObject<HTMLElement | null>,
  { cues, episodeId }: { cues: readonly TranscriptCue[]; episodeId: number },
) {
  const player = usePlayer();
  const [isFollowing, setFollowing] = useState(true);
  const follows = useRef(true);
  const shown = useRef(-1);

  const setFollow = useMemo(
    () => (isOn: boolean) => {
      follows.current = isOn;
      setFollowing(isOn);
    },
    [],
  );
  const stopFollowing = useMemo(() => () => setFollow(false), [setFollow]);

  useEffect(() => {
    if (!player) return;
    const scope = createScope();
    let cancel = () => {};
    const look = () => {
      cancel();
      const { currentId, state, playbackRate } = player.getSnapshot();
      const isCurrent = currentId === episodeId;
      const seconds = player.getCurrentTime();
      if (isCurrent && state === 'playing') {
        cancel = scope.timeout(look, waitForCue(cues, { seconds, playbackRate }));
      }
      const index = isCurrent ? cueAt(cues, seconds) : -1;
      if (index === shown.current) return;
      cueElement(box.current, shown.current)?.removeAttribute('aria-current');
      const element = cueElement(box.current, index);
      element?.setAttribute('aria-current', 'true');
      shown.current = index;
      if (element && follows.current) showInBox(box.current, element);
    };
    scope.add(player.subscribe(look));
    look();
    for (const type of BY_HAND) {
      if (box.current) scope.listen(box.current, type, stopFollowing);
    }
    return scope.dispose;
  }, [player, cues, episodeId, box, stopFollowing]);

  const follow = () => {
    setFollow(true);
    const element = cueElement(box.current, shown.current);
    if (element) showInBox(box.current, element);
  };
  return { isFollowing, follow, stopFollowing };
}
