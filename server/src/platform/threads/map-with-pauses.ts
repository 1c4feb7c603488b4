import { setImmediate } from 'node:timers/promises';

const AT_ONCE = 100;

/** Maps many items, and lets other work of the process run between. */
export async function mapWithPauses<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(map(item));
    if (results.length % AT_ONCE === 0) await setImmediate();
  }
  return results;
}
