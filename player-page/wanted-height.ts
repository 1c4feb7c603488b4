/**
 * Tells the height in CSS pixels at which nothing of the player is cut off, whenever it changes: more than the
 * page gave while something needs the room (large text, an open panel), and then again what the page gave.
 * A list scrolls, so it needs none. Measures only when something appeared, went, or the frame changed its size.
 */
export function watchWantedHeight(tell: (height: number) => void): void {
  const root = document.getElementById('app');
  if (!root) return;
  let given = window.innerHeight;
  let told = given;

  const measure = () => {
    // Our own wish come true is no new gift of the page's, nor is one that has not come true yet.
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

/** Pixels that are cut off of the player at that height. */
function overflowAt(height: number, root: HTMLElement): number {
  const isOther = height !== window.innerHeight;
  if (isOther) root.style.height = `${height}px`;
  const player = root.firstElementChild;
  const overflow = player ? player.scrollHeight - player.clientHeight : 0;
  if (isOther) root.style.height = '';
  return Math.ceil(overflow);
}
