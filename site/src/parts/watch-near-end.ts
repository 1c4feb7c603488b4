/** The distance from its end at which the next part of a long list is requested. */
const MARGIN = '1200px';

export interface NearEndCallbacks {
  /** The end of the list has come near. */
  onEnter(): void;
  /** It is far again, because the reader has scrolled back or the list has grown. */
  onExit?(): void;
}

/** Watches the element at the end of a long list. Returns a function that stops this. */
export function watchNearEnd(end: Element | null, callbacks: NearEndCallbacks): () => void {
  if (!end) return () => {};
  let isNear = false;
  const observer = new IntersectionObserver(
    (entries) => {
      const now = entries.at(-1)?.isIntersecting ?? false;
      if (now === isNear) return;
      isNear = now;
      if (now) callbacks.onEnter();
      else callbacks.onExit?.();
    },
    { rootMargin: MARGIN },
  );
  observer.observe(end);
  return () => observer.disconnect();
}
