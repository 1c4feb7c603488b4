import { Type } from 'typebox';
import type { Database } from '../database/database.ts';
import { countPairs, type PairList, type PairPosition, readPairs } from '../database/pairs.ts';
import { createCursorFormat, IdPosition, MomentPosition } from './cursor.ts';
import { type ListRequest, type PagerAnswer, readPagerList } from './list-page.ts';

const CURSOR = createCursorFormat(Type.Tuple([MomentPosition, IdPosition]));

export interface PairListOptions<Item> {
  request: ListRequest;
  /** Complete address of the list. */
  url: string;
  /** Reads the entities of these ids. Missing entities are skipped. */
  read(ids: readonly number[]): Promise<readonly Item[]>;
  idOf(item: Item): number;
}

/**
 * Lists the entities of a list of pairs, newest first.
 * @throws AppError INVALID_REQUEST for a malformed cursor
 */
export async function readPairList<Item>(
  database: Database,
  list: PairList,
  { request, url, read, idOf }: PairListOptions<Item>,
): Promise<PagerAnswer<Item>> {
  const items = new Map<number, Item>();
  const answer = await readPagerList(request, {
    url,
    cursor: CURSOR,
    async read(range) {
      const pairs = await readPairs(database, list, range);
      for (const item of await read(pairs.map(({ id }) => id))) items.set(idOf(item), item);
      return pairs;
    },
    count: () => countPairs(database, list),
    positionOf: ({ moment, id }): PairPosition => [moment, id],
    toItem: ({ id }) => items.get(id),
  });
  return withoutGone(answer);
}

/** An entity can disappear between the two queries. */
function withoutGone<Item>({
  items,
  pager,
  ...rest
}: PagerAnswer<Item | undefined>): PagerAnswer<Item> {
  const isThere = (item: Item | undefined): item is Item => item !== undefined;
  return {
    ...rest,
    ...(items && { items: items.filter(isThere) }),
    ...(pager && { pager: { ...pager, results: pager.results.filter(isThere) } }),
  } as PagerAnswer<Item>;
}
