import { useEffect, useRef } from 'react';
import { watchNearEnd } from './watch-near-end.ts';

export interface NearEnd {
  onEnter(): void;
  onExit?(): void;
  /** The length of the list: a longer one may still end inside the window. */
  length: number;
}

/** For the element at the end of a long list. */
export function useNearEnd({ onEnter, onExit, length }: NearEnd) {
  const end = useRef<HTMLParagraphElement>(null);
  const latest = useRef({ onEnter, onExit });
  latest.current = { onEnter, onExit };
  // biome-ignore lint/correctness/useExhaustiveDependencies: see `length`
  useEffect(
    () =>
      watchNearEnd(end.current, {
        onEnter: () => latest.current.onEnter(),
        onExit: () => latest.current.onExit?.(),
      }),
    [length],
  );
  return end;
}
