import type { ItemList, Pager } from 'earshot/contract';
import { PAGER_ITEMS_PER_PAGE } from 'earshot-site/contract';
import { Type } from 'typebox';
import type { CursorFormat } from './cursor.ts';
import { invalid } from './refusal.ts';

const ITEMS_PER_REQUEST_MAX = 100;
const PAGE_MAX = 100_000; // the database counts through all rows before a page

/** Query fields of a list without numbered pages. */
export const CursorQuery = {
  cursor: Type.Optional(Type.String({ maxLength: 500 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: ITEMS_PER_REQUEST_MAX })),
};

/** Query fields of a list: the start of its page, and its length. `page` requests numbered pages. */
export const ListQuery = {
  ...CursorQuery,
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MAX })),
};

/** The query fields for the start of a page. */
export interface PageStart {
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** A client's request for a part of a list. */
export interface ListRequest extends PageStart {
  /** From 1. Without it, the answer is a page with a cursor. */
  page?: number | undefined;
}

/** Distinguishes the pages of a list in the key of a stored answer. */
export const listKey = ({ cursor, limit, page }: ListRequest) => `${cursor} ${limit} ${page}`;

/** A part of a list, as a repository reads it. */
export interface ListRange<Position> {
  /** The row before the part. It may have been deleted since. */
  after: Position | null;
  /** Rows to skip after that. */
  offset: number;
  limit: number;
}

/** Reads the rows of a list. */
export interface ListSource<Row, Position, Item> {
  /** Complete address of the list, without paging fields. */
  url: string;
  cursor: CursorFormat<Position>;
  /** Default number of items of a page: 10. */
  perPage?: number;
  read(range: ListRange<Position>): Promise<readonly Row[]>;
  positionOf(row: Row): NoInfer<Position>;
  toItem(row: Row): Item;
}

export interface CountedSource<Row, Position, Item> extends ListSource<Row, Position, Item> {
  /** The number of all rows. Only numbered pages need it. */
  count(): Promise<number>;
}

/** The answer of a list: with a cursor, or with numbered pages if the client asked for a page. */
export type ListAnswer<Item> =
  | (ItemList<Item> & { pager?: undefined })
  | { pager: Pager<Item>; items?: undefined; next_url?: undefined };

/**
 * Reads the requested page.
 * @throws AppError INVALID_REQUEST for a malformed cursor, or one together with a page
 */
export async function readList<Row, Position, Item>(
  request: ListRequest,
  source: CountedSource<Row, Position, Item>,
): Promise<ListAnswer<Item>> {
  if (request.page === undefined) return readItems(request, source);
  if (request.cursor !== undefined) {
    throw invalid('page', 'cannot be combined with cursor; send one of them');
  }
  return { pager: await readPager(request.page, request.limit, source) };
}

/**
 * The answer of a list that has numbered pages by default: without `page` and `cursor`, its first page in both forms.
 */
export type PagerAnswer<Item> = ListAnswer<Item> | (ItemList<Item> & { pager: Pager<Item> });

/**
 * Reads the requested page of a list whose clients expect a pager although they do not request one.
 * @throws AppError INVALID_REQUEST for a malformed cursor, or one together with a page
 */
export async function readPagerList<Row, Position, Item>(
  request: ListRequest,
  source: CountedSource<Row, Position, Item>,
): Promise<PagerAnswer<Item>> {
  if (request.page !== undefined || request.cursor !== undefined) return readList(request, source);
  const [total, list] = await Promise.all([source.count(), readItems(request, source)]);
  const limit = request.limit ?? PAGER_ITEMS_PER_PAGE;
  return { ...list, pager: toPager({ page: 1, limit, total }, list.items) };
}

/**
 * Reads the page after a cursor. It stays correct while rows are added and removed.
 * @throws AppError INVALID_REQUEST for a malformed cursor
 */
export async function readItems<Row, Position, Item>(
  { cursor, limit: wanted }: PageStart,
  source: ListSource<Row, Position, Item>,
): Promise<ItemList<Item>> {
  const limit = wanted ?? source.perPage ?? PAGER_ITEMS_PER_PAGE;
  const after = readCursor(source.cursor, cursor);
  const rows = await source.read({ after, offset: 0, limit: limit + 1 });
  const { items, last } = takePage(rows, limit);
  return { items: items.map(source.toItem), next_url: last && nextUrl(source, last, limit) };
}

function nextUrl<Row, Position, Item>(
  { url, cursor, positionOf }: ListSource<Row, Position, Item>,
  last: Row,
  limit: number,
): string {
  const next = new URL(url);
  next.searchParams.set('cursor', cursor.write(positionOf(last)));
  next.searchParams.set('limit', String(limit));
  return next.href;
}

/** Reads a numbered page. A page after the last one is empty. */
async function readPager<Row, Position, Item>(
  page: number,
  limit = PAGER_ITEMS_PER_PAGE,
  { read, count, toItem }: CountedSource<Row, Position, Item>,
): Promise<Pager<Item>> {
  const range = { after: null, offset: (page - 1) * limit, limit };
  const [total, rows] = await Promise.all([count(), read(range)]);
  return toPager({ page, limit, total }, rows.map(toItem));
}

function toPager<Item>(
  { page, limit, total }: { page: number; limit: number; total: number },
  results: Item[],
): Pager<Item> {
  const last_page = Math.max(1, Math.ceil(total / limit));
  return { current_page: page, first_page: 1, last_page, results };
}

/** @throws AppError if the text is not a cursor of this list. */
export function readCursor<Position>(
  format: CursorFormat<Position>,
  text: string | undefined,
): Position | null {
  if (text === undefined) return null;
  const position = format.read(text);
  if (position === null) {
    throw invalid('cursor', 'is not a cursor of this list; use the one in next_url');
  }
  return position;
}

/** One page out of rows that were read with `limit + 1`: the last row only shows that there is a next page. */
export function takePage<Row>(rows: readonly Row[], limit: number) {
  const items = rows.slice(0, limit);
  return { items, last: rows.length > limit ? (items.at(-1) ?? null) : null };
}
