import type { FeedItem } from './feed.ts';

const STEP_MS = 1_000;

/**
 * Gives each item without a readable date one beside the date of its neighbour, so that the order of the feed stays.
 * `ofFeed` is the date of the feed itself, for a feed whose items have none.
 */
export function fillDates(items: readonly FeedItem[], ofFeed: Date | null): FeedItem[] {
  const dated = items.flatMap(({ published_at }, at) =>
    published_at ? [{ at, time: published_at.getTime() }] : [],
  );
  const [first] = dated;
  const isNewestFirst = (first?.time ?? 0) >= (dated.at(-1)?.time ?? 0);
  let next = 0;
  return items.map((item, at) => {
    while (next < dated.length && (dated[next]?.at ?? at) <= at) next += 1;
    if (item.published_at) return item;
    const neighbour = dated[next - 1] ?? first ?? (ofFeed && { at: 0, time: ofFeed.getTime() });
    if (!neighbour) return item;
    const steps = isNewestFirst ? neighbour.at - at : at - neighbour.at;
    return { ...item, assumed_date: new Date(neighbour.time + steps * STEP_MS) };
  });
}

/** The words of the report on the date of a new episode. Null if it is that of the feed. */
export function noteOnDate(
  item: Pick<FeedItem, 'published_at' | 'date_text' | 'assumed_date'>,
): string | null {
  const { published_at, date_text, assumed_date } = item;
  if (published_at) return null;
  const problem = date_text ? `its date "${date_text}" cannot be read` : 'it has no date';
  return `${problem}, so it gets ${assumed_date ? 'that of its neighbour' : 'the time of the import'}`;
}
