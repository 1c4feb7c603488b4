import { groupBy } from '../../platform/group-by.ts';
import { withoutPrefix } from '../../platform/podcasting/number-prefix.ts';
import { type Facts, type ItemMeaning, readMeaning } from './feed-meaning.ts';

/** A difference between two feeds. */
export interface Difference {
  /** Null for the channel. */
  item: { guid: string; title: string } | null;
  /** Name of the element. `item` for an item that one of the feeds lacks. */
  element: string;
  /** Null if the first feed does not say it. */
  a: string | null;
  /** Null if the second feed does not say it. */
  b: string | null;
}

/**
 * Compares the meaning of two feeds.
 * @throws BrokenXml if one of the texts is not an RSS feed
 */
export function diffFeeds(a: string, b: string): Difference[] {
  const [first, second] = [readMeaning(a), readMeaning(b)];
  const pairs = pairItems(first.items, second.items);
  return [
    ...diffFacts(null, first.channel, second.channel),
    ...pairs.flatMap(([one, other]) => {
      if (one && other) return diffFacts(one, one.facts, other.facts);
      const item = (one ?? other) as ItemMeaning;
      const { guid, title } = item;
      return [{ item: { guid, title }, element: 'item', a: one && title, b: other && title }];
    }),
  ];
}

type Pair = [ItemMeaning | null, ItemMeaning | null];

/** Pairs equal episodes of both feeds: by guid and enclosure, else by one of them, else by title. */
function pairItems(a: readonly ItemMeaning[], b: readonly ItemMeaning[]): Pair[] {
  const left = new Set(b);
  const found = new Map<ItemMeaning, ItemMeaning>();
  for (const keyOf of [fileOf, guidOf, enclosureOf, titleOf]) {
    const byKey = groupBy([...left].filter(keyOf), keyOf);
    for (const item of a) {
      const match = found.has(item) ? undefined : byKey.get(keyOf(item))?.shift();
      if (!match) continue;
      found.set(item, match);
      left.delete(match);
    }
  }
  return [
    ...a.map((item): Pair => [item, found.get(item) ?? null]),
    ...[...left].map((item): Pair => [null, item]),
  ];
}

/** A guid alone does not distinguish items that share it. */
const fileOf = (item: ItemMeaning) => item.guid && `${item.guid} ${enclosureOf(item)}`;
const guidOf = ({ guid }: ItemMeaning) => guid;
const enclosureOf = ({ facts }: ItemMeaning) =>
  withoutPrefix([...(facts.get('enclosure') ?? [])].join(' '));
const titleOf = ({ title }: ItemMeaning) => title;

function diffFacts(item: ItemMeaning | null, a: Facts, b: Facts): Difference[] {
  const where = item && { guid: item.guid, title: item.title };
  return [...new Set([...a.keys(), ...b.keys()])].sort().flatMap((element) => {
    const inA = a.get(element) ?? new Set<string>();
    const inB = b.get(element) ?? new Set<string>();
    const gone = [...inA].filter((value) => !inB.has(value));
    const come = [...inB].filter((value) => !inA.has(value));
    const count = Math.max(gone.length, come.length);
    return Array.from({ length: count }, (_, index) => ({
      item: where,
      element,
      a: gone[index] ?? null,
      b: come[index] ?? null,
    }));
  });
}
