/** New followers since the newest fans were `known`. If a fan leaves, an older one moves up, and is not new. */
export function missedFans(newest: readonly number[], known: ReadonlySet<number>): number[] {
  const end = newest.findIndex((id) => known.has(id));
  return end < 0 ? [...newest] : newest.slice(0, end);
}
