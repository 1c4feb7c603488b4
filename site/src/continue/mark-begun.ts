/** An entry of the stored positions with a second above 0: this listener has started an episode. */
const BEGUN = /\[\d+,[1-9]/;

/** CSS keeps room for the shelf "Continue listening" if the document is marked. */
export function markBegun(): void {
  try {
    const isBegun = BEGUN.test(localStorage.getItem('earshot.positions') ?? '');
    document.documentElement.toggleAttribute('data-begun', isBegun);
  } catch {
    // no storage: nothing to continue
  }
}
