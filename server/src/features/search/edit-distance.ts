/**
 * The number of letters to insert, delete, replace or swap with the next one (optimal string alignment) to turn one
 * word into the other.
 * @param isUnfinished true if `typed` may be the beginning of `word`: its further letters then cost nothing
 */
export function editDistance(typed: string, word: string, isUnfinished = false): number {
  const [from, to] = [[...typed], [...word]];
  let before: number[] = [];
  let last = to.map((_, at) => at);
  last.push(to.length);
  for (const [row, letter] of from.entries()) {
    const next = [row + 1];
    for (const [at, other] of to.entries()) {
      const replaced = valueAt(last, at) + (letter === other ? 0 : 1);
      const shifted = Math.min(valueAt(last, at + 1), valueAt(next, at)) + 1;
      const isSwap = letter === to[at - 1] && other === from[row - 1];
      const swapped = isSwap ? valueAt(before, at - 1) + 1 : Infinity;
      next.push(Math.min(replaced, shifted, swapped));
    }
    [before, last] = [last, next];
  }
  return isUnfinished ? Math.min(...last) : valueAt(last, to.length);
}

const valueAt = (values: readonly number[], at: number): number => values[at] ?? Infinity;
