import { AppError } from 'earshot/contract';
import { Type } from 'typebox';
import type { CursorFormat } from './cursor.ts';

const ITEMS_PER_REQUEST_MAX = 100;

/** Query fields of a list: where its page starts, and how long it is. */
export const ListQuery = {
  cursor: Type.Optional(Type.String()),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: ITEMS_PER_REQUEST_MAX })),
};

/** @throws AppError if the text is not a cursor of this list. */
export function readCursor<Position>(
  format: CursorFormat<Position>,
  text: string | undefined,
): Position | null {
  if (text === undefined) return null;
  const position = format.read(text);
  if (position === null) {
    throw new AppError('INVALID_REQUEST', {
      messages: ['cursor: is not a cursor of this list; use the one in next_url'],
    });
  }
  return position;
}

/** One page out of rows that were read with `limit + 1`: the last row says only that there is a next page. */
export function takePage<Row>(rows: readonly Row[], limit: number) {
  const items = rows.slice(0, limit);
  return { items, last: rows.length > limit ? (items.at(-1) ?? null) : null };
}
