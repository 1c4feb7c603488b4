/**
 * Reports the height in CSS pixels at which no part of the player is cut off, whenever it changes: more than the
 * page's own height while large text or an open panel needs it, then the page's own height again. A list scrolls, so
 * it needs no extra height. Measures only after elements were added or removed, or the size of the frame changed.
 */
export function watchWantedHeight(tell: (height: number) => void): void {
  const root = document.getElementById('app');
  if (!root) return;
  let given = window.innerHeight;
  let told = given;

  const measure = () => {
    // The page has set another height: neither the requested one nor the previous one.
    if (window.innerHeight !== told && window.innerHeight !== given) {
      given = window.innerHeight;
      told = given;
    }
    const wanted = given + overflowAt(given, root);
    if (wanted === told) return;
    told = wanted;
    tell(wanted);
  };

  new MutationObserver(measure).observe(root, { childList: true, subtree: true });
  new ResizeObserver(measure).observe(document.documentElement);
}

/** Pixels of the player that are cut off at that height. */
function overflowAt(height: number, root: HTMLElement): number {
  const isOther = height !== window.innerHeight;
  if (isOther) root.style.height = `${height}px`;
  const player = root.firstElementChild;
  const overflow = player ? player.scrollHeight - player.clientHeight : 0;
  if (isOther) root.style.height = '';
  return Math.ceil(overflow);
}
