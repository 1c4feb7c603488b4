/** Those who follow since the newest fans were `known`. An older fan moves up if somebody goes, and is not new. */
export function missedFans(newest: readonly number[], known: ReadonlySet<number>): number[] {
  const end = newest.findIndex((id) => known.has(id));
  return end < 0 ? [...newest] : newest.slice(0, end);
}
