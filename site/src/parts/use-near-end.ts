import { useEffect, useRef } from 'react';

interface NearEnd {
  onEnter(): void;
  /** The length of the list: a longer one may still end inside the window. */
  length: number;
}

/** For the element at the end of a long list. */
export function useNearEnd({ onEnter, length }: NearEnd) {
  const end = useRef<HTMLParagraphElement>(null);
  const latest = useRef(onEnter);
  latest.current = onEnter;
  // biome-ignore lint/correctness/useExhaustiveDependencies: see `length`
  useEffect(() => watchNearEnd(end.current, () => latest.current()), [length]);
  return end;
}

/** The distance from its end at which the next part of a long list is requested. */
const MARGIN = '1200px';

/**
 * Calls each time that the end of a long list has come near.
 * @returns a function that stops this
 */
export function watchNearEnd(end: Element | null, onEnter: () => void): () => void {
  if (!end) return () => {};
  let isNear = false;
  const observer = new IntersectionObserver(
    (entries) => {
      const wasNear = isNear;
      isNear = entries.at(-1)?.isIntersecting ?? false;
      if (isNear && !wasNear) onEnter();
    },
    { rootMargin: MARGIN },
  );
  observer.observe(end);
  return () => observer.disconnect();
}
