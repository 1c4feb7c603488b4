const WIDTH = 5;

/** The numbers of the pages that a pager links to: at most five, with the current page in the middle if there is room. */
export function pageWindow(current: number, last: number): number[] {
  const start = Math.max(1, Math.min(current - Math.floor(WIDTH / 2), last - WIDTH + 1));
  const length = Math.max(0, Math.min(WIDTH, last - start + 1));
  return Array.from({ length }, (_, index) => start + index);
}
